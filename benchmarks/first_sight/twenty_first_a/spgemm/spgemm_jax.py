from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=3)
def full_rows(ptr, col, val, width):
    n = ptr.size - 1
    lane = ptr[:-1, None] + jnp.arange(width)
    there = lane < ptr[1:, None]
    lane = jnp.where(there, lane, 0)
    at, values = jnp.where(there, col[lane], n), jnp.where(there, val[lane], 0.0)

    def row(i):
        k = jnp.minimum(at[i], n - 1)
        target = jnp.where(at[i][:, None] < n, at[k], n).reshape(-1)
        part = (values[i][:, None] * values[k]).reshape(-1)
        return jnp.zeros(n).at[target].add(part, mode="drop"), jnp.zeros(n, bool).at[target].set(True, mode="drop")

    return lax.map(row, jnp.arange(n))


@partial(jax.jit, static_argnums=2)
def pack(full, taken, count):
    i, j = jnp.nonzero(taken, size=count)
    return jnp.concatenate((jnp.zeros(1, int), jnp.cumsum(jnp.sum(taken, axis=1)))), j, full[i, j]


def spgemm(ptr, col, val):
    full, taken = full_rows(ptr, col, val, int(np.max(np.diff(ptr))))
    return pack(full, taken, int(jnp.sum(taken)))
