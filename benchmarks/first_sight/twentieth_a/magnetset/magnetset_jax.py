from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def magnet(x, y, most, far=100.0, near=1e-3):
    C = x + y[:, None] * 1j

    def step(i, state):
        Z, count = state
        Q = (Z * Z + C - 1.0) / (2.0 * Z + C - 2.0)
        new = Q * Q
        done = (jnp.abs(new) > far) | (jnp.abs(new - 1.0) < near)
        count = jnp.where((count == 0) & done, i + 1, count)
        return jnp.where(count == 0, new, Z), count

    return lax.fori_loop(0, most, step, (jnp.zeros_like(C), jnp.zeros(C.shape, jnp.int64)))[1]
