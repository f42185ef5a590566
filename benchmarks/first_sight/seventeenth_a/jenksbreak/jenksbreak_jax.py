from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def breaks(values, classes):
    n = values.size
    sums = jnp.concatenate((jnp.zeros(1), jnp.cumsum(values)))
    squares = jnp.concatenate((jnp.zeros(1), jnp.cumsum(values**2)))
    i, j = jnp.arange(n + 1)[None, :], jnp.arange(n + 1)[:, None]
    cost = squares[j] - squares[i] - (sums[j] - sums[i]) ** 2 / jnp.maximum(j - i, 1)
    cost = jnp.where(i < j, cost, jnp.inf)

    def after(before, _):
        total = cost + before[None, :]
        return jnp.min(total, axis=1), jnp.argmin(total, axis=1)
    best, back = lax.scan(after, cost[:, 0], None, length=classes - 1)

    def walk(end, row):
        return row[end], row[end]
    _, limits = lax.scan(walk, n, back, reverse=True)
    return jnp.concatenate((jnp.zeros(1, limits.dtype), limits)), best[n]
