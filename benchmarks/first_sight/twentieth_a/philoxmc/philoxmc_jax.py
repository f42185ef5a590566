from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def product(m, x):
    wide = jnp.uint64(m) * x.astype(jnp.uint64)
    return (wide >> jnp.uint64(32)).astype(jnp.uint32), wide.astype(jnp.uint32)


def philox(c0, c1, key):
    c2 = c3 = jnp.zeros_like(c0)
    k0, k1 = key
    for r in range(10):
        high0, low0 = product(0xD2511F53, c0)
        high1, low1 = product(0xCD9E8D57, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = k0 + jnp.uint32(0x9E3779B9), k1 + jnp.uint32(0xBB67AE85)
    return jnp.stack((c0, c1, c2, c3))


@partial(jax.jit, static_argnums=(1, 2))
def philoxmc(key, paths, dates, spot=100.0, rate=0.03, sigma=0.25, expiry=1.0):
    dt = expiry / dates
    drift, spread = (rate - 0.5 * sigma ** 2) * dt, sigma * np.sqrt(dt)

    def two(i, state):
        log, low, _ = state
        words = philox(jnp.arange(paths, dtype=jnp.uint32), jnp.full(paths, 2 * i, jnp.uint32), key)
        u = (words[:2].astype(jnp.float64) + 0.5) * 2.0 ** -32
        radius, angle = jnp.sqrt(-2.0 * jnp.log(u[0])), 2.0 * jnp.pi * u[1]
        first = log + (drift + spread * (radius * jnp.cos(angle)))
        second = first + (drift + spread * (radius * jnp.sin(angle)))
        return second, jnp.minimum(low, jnp.minimum(first, second)), words

    start = jnp.zeros(paths), jnp.zeros(paths), jnp.zeros((4, paths), jnp.uint32)
    log, low, words = lax.fori_loop(0, (dates + 1) // 2, two, start)
    payoff = np.exp(-rate * expiry) * spot * (jnp.exp(log) - jnp.exp(low))
    return words, payoff.mean(), payoff.std() / np.sqrt(paths)
