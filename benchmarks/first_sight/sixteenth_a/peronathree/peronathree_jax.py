from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def perona_malik(vol, kappa, dt, steps):
    def step(_, u):
        change = 0.0
        for axis in range(3):
            d = jnp.diff(u, axis=axis)
            f = d * jnp.exp(-((d / kappa) ** 2))
            before = [(0, 0)] * 3
            after = [(0, 0)] * 3
            before[axis] = (1, 0)
            after[axis] = (0, 1)
            change = change + jnp.pad(f, after) - jnp.pad(f, before)
        return u + dt * change
    return lax.fori_loop(0, steps, step, vol)
