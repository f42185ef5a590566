from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def transport(draws, borders, absorb, scatter, forward, bins):
    """All packets side by side; each turn flies to a wall or to the next place of scattering, until none is left."""
    photons, hits, _ = draws.shape
    layers, bottom = absorb.size, borders[-1]
    index = jnp.arange(photons)

    def fly(state):
        x, u, weight, layer, k, free, on, absorbed = state
        down = u[:, 2] > 0.0
        total = (absorb + scatter)[layer]
        wall = jnp.where(down, borders[layer + 1], borders[layer])
        far = jnp.where(u[:, 2] != 0.0, (wall - x[:, 2]) / u[:, 2], jnp.inf)
        hit = on & (free / total < far)
        step = jnp.where(hit, free / total, far)
        new = x + step[:, None] * u
        new = new.at[:, 2].set(jnp.where(hit, new[:, 2], wall))
        x = jnp.where(on[:, None], new, x)
        cross = on & ~hit
        free = jnp.where(cross, free - step * total, free)
        part = jnp.where(hit, weight * absorb[layer] / total, 0.0)
        absorbed = absorbed.at[jnp.minimum((x[:, 2] / bottom * bins).astype(int), bins - 1)].add(part)
        weight = weight - part
        g = forward[layer]
        drawn = draws[index, k]
        s = (1.0 - g * g) / (1.0 - g + 2.0 * g * drawn[:, 1])
        cos = (1.0 + g * g - s * s) / (2.0 * g)
        sin = jnp.sqrt(jnp.maximum(0.0, 1.0 - cos * cos))
        cp, sp = jnp.cos(2.0 * jnp.pi * drawn[:, 2]), jnp.sin(2.0 * jnp.pi * drawn[:, 2])
        ux, uy, uz = u.T
        steep = jnp.abs(uz) > 0.99999
        root = jnp.sqrt(jnp.where(steep, 1.0, 1.0 - uz * uz))
        turned = jnp.stack([jnp.where(steep, sin * cp, sin * (ux * uz * cp - uy * sp) / root + ux * cos),
                            jnp.where(steep, sin * sp, sin * (uy * uz * cp + ux * sp) / root + uy * cos),
                            jnp.where(steep, cos * jnp.sign(uz), -sin * cp * root + uz * cos)], axis=1)
        u = jnp.where((hit & (weight >= 0.01))[:, None], turned, u)
        layer = jnp.where(cross, layer + jnp.where(down, 1, -1), layer)
        k = k + hit
        on = on & jnp.where(hit, (weight >= 0.01) & (k < hits), (layer >= 0) & (layer < layers))
        free = jnp.where(hit, -jnp.log(1.0 - draws[index, jnp.minimum(k, hits - 1), 0]), free)
        return x, u, weight, layer, k, free, on, absorbed
    x = jnp.zeros((photons, 3))
    start = (x, x.at[:, 2].set(1.0), jnp.ones(photons), jnp.zeros(photons, int), jnp.zeros(photons, int), -jnp.log(1.0 - draws[:, 0, 0]),
             jnp.ones(photons, bool), jnp.zeros(bins))
    x, _, weight, layer, _, _, _, absorbed = lax.while_loop(lambda s: s[6].any(), fly, start)
    ring = jnp.minimum((jnp.sqrt(x[:, 0] ** 2 + x[:, 1] ** 2) / bottom * bins).astype(int), bins - 1)
    up, out = layer < 0, layer >= layers
    back = jnp.zeros(bins).at[ring].add(jnp.where(up, weight, 0.0))
    return (absorbed / photons, back / photons, jnp.sum(jnp.where(out, weight, 0.0)) / photons,
            jnp.sum(jnp.where(~up & ~out, weight, 0.0)) / photons)
