from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=3)
def momdipole(ends, a, ks, order=8):
    x, w = np.polynomial.legendre.leggauss(order)
    width = jnp.diff(ends)
    middle = 0.5 * (ends[1:] + ends[:-1])
    n = middle.size
    feed = n // 2
    R = jnp.sqrt((middle[:, None, None] - (middle[:, None] + 0.5 * width[:, None] * x)) ** 2 + a ** 2)

    def tone(k):
        kr = k * R
        field = jnp.exp(-1j * kr) / (4.0 * jnp.pi * R ** 5) * ((1.0 + 1j * kr) * (2.0 * R ** 2 - 3.0 * a ** 2) + (k * a * R) ** 2)
        E = jnp.zeros(n, dtype=complex).at[feed].set(-1j * k / 376.730313668 / width[feed])
        return jnp.linalg.solve(0.5 * width * (field @ w), E)

    currents = lax.map(tone, ks)
    theta = jnp.linspace(0.0, jnp.pi, 61)
    wave = jnp.exp(1j * ks[-1] * middle * jnp.cos(theta)[:, None])
    pattern = jnp.abs(jnp.sin(theta) * jnp.sum(currents[-1] * width * wave, axis=1))
    return 1.0 / currents[:, feed], currents[-1], pattern / jnp.max(pattern)
