import jax
import jax.numpy as jnp
from jax import lax


def two_streams(tau, w, g, mu):
    f = g * g
    tau, w, g = tau * (1.0 - w * f), w * (1.0 - f) / (1.0 - w * f), g / (1.0 + g)
    g1 = 0.25 * (7.0 - w * (4.0 + 3.0 * g))
    g2 = -0.25 * (1.0 - w * (4.0 - 3.0 * g))
    g3 = 0.25 * (2.0 - 3.0 * mu * g)
    g4 = 1.0 - g3
    a1, a2 = g1 * g4 + g2 * g3, g1 * g3 + g2 * g4
    k = jnp.sqrt(jnp.maximum(g1 * g1 - g2 * g2, 1e-12))
    e = jnp.exp(-k * tau)
    e2 = e * e
    straight = jnp.exp(-tau / mu)
    norm = 1.0 / (k + g1 + (k - g1) * e2)
    kmu = k * mu
    odd = 1.0 - kmu * kmu
    front = w * norm / jnp.where(jnp.abs(odd) < 1e-6, 1e-6, odd)
    back = front * ((1.0 - kmu) * (a2 + k * g3) - (1.0 + kmu) * (a2 - k * g3) * e2 - 2.0 * k * (g3 - a2 * mu) * e * straight)
    forth = front * (2.0 * k * (g4 + a1 * mu) * e - straight * ((1.0 + kmu) * (a1 + k * g4) - (1.0 - kmu) * (a1 - k * g4) * e2))
    return g2 * (1.0 - e2) * norm, 2.0 * k * e * norm, jnp.maximum(back, 0.0), jnp.maximum(forth, 0.0), straight


@jax.jit
def swadding(tau, scatter, asymmetry, cloud, albedo, sun, share):
    total = tau + cloud
    w = (tau * scatter + 0.999 * cloud) / total
    g = (tau * scatter * asymmetry + 0.86 * 0.999 * cloud) / (total * w)
    streams = two_streams(total, w, g, sun)
    reflect, through, back, forth, straight = (jnp.swapaxes(s, 0, 1) for s in streams)

    def dim(beam, straight):
        return beam * straight, beam

    def add(state, layer):
        below, source = state
        reflect, through, back, forth, beam = layer
        often = 1.0 / (1.0 - below * reflect)
        new = (reflect + through ** 2 * below * often,
               back * beam + through * (source + below * forth * beam) * often)
        return new, (below, source)

    def fall(flux, layer):
        reflect, through, forth, beam, below, source = layer
        flux = (through * flux + reflect * source + forth * beam) / (1.0 - below * reflect)
        return flux, (jnp.sum(flux, axis=0), jnp.sum(below * flux + source, axis=0))

    last, beam = lax.scan(dim, share[:, None] * sun, straight)
    ground = jnp.broadcast_to(albedo, last.shape)
    (_, top), (below, source) = lax.scan(add, (ground, albedo * last), (reflect, through, back, forth, beam), reverse=True)
    _, (down, up) = lax.scan(fall, jnp.zeros_like(last), (reflect, through, forth, beam, below, source))
    up = jnp.concatenate((jnp.sum(top, axis=0)[None], up))
    down = jnp.concatenate((jnp.zeros((1, sun.size)), down))
    return up, down, jnp.concatenate((jnp.sum(beam, axis=1), jnp.sum(last, axis=0)[None]))
