import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def radiate(depth, single, asymmetry, ground, top):
    bands, layers, cols = depth.shape
    g1 = jnp.sqrt(3.0) / 2.0 * (2.0 - single * (1.0 + asymmetry))
    g2 = jnp.sqrt(3.0) / 2.0 * single * (1.0 - asymmetry)
    k = jnp.sqrt(g1**2 - g2**2)
    e = jnp.exp(-k * depth)
    below = k + g1 + (k - g1) * e**2
    R = jnp.swapaxes(g2 * (1.0 - e**2) / below, 0, 1)
    T = jnp.swapaxes(2.0 * k * e / below, 0, 1)
    ground = jnp.broadcast_to(ground, (bands, cols))

    def upward(under, layer):
        R, T = layer
        above = R + T**2 * under / (1.0 - R * under)
        return above, under
    albedo0, albedo = lax.scan(upward, ground, (R, T), reverse=True)

    def downward(flux, layer):
        R, T, under = layer
        flux = flux * T / (1.0 - R * under)
        return flux, flux
    first = jnp.broadcast_to(top[:, None], (bands, cols))
    _, flux = lax.scan(downward, first, (R, T, albedo))
    down = jnp.concatenate([first[None], flux]).sum(axis=1)
    up = jnp.concatenate([(first * albedo0)[None], flux * albedo]).sum(axis=1)
    net = down - up
    return up, down, net[:-1] - net[1:]
