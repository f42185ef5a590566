"""The Ising model by Metropolis sweeps over a checkerboard, with keys that are split step by step."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, random


def half_sweep(key, spins, mask, beta):
    nn = (jnp.roll(spins, 1, 0) + jnp.roll(spins, -1, 0) + jnp.roll(spins, 1, 1) + jnp.roll(spins, -1, 1))
    de = 2 * spins * nn
    accept = random.uniform(key, spins.shape) < jnp.exp(-beta * de)
    return jnp.where(accept & mask, -spins, spins)


@partial(jax.jit, static_argnames=["sweeps"])
def ising(key, spins, beta, sweeps):
    n, m = spins.shape
    black = (jnp.arange(n)[:, None] + jnp.arange(m)[None, :]) % 2 == 0

    def sweep(carry, key):
        k1, k2 = random.split(key)
        s = half_sweep(k1, carry, black, beta)
        s = half_sweep(k2, s, ~black, beta)
        e = -jnp.sum(s * (jnp.roll(s, 1, 0) + jnp.roll(s, 1, 1)))
        return s, (s.mean(), e / s.size)

    spins, (magnetisation, energy) = lax.scan(sweep, spins, random.split(key, sweeps))
    return spins, magnetisation, energy


def initialize(preset):
    n, sweeps = {"S": (32, 20), "L": (192, 120)}[preset]
    k1, k2 = random.split(random.key(42))
    spins = jnp.where(random.bernoulli(k1, 0.5, (n, n)), 1, -1)
    return k2, spins, 0.44, sweeps
