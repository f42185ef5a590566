from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def eliminate(rows, columns):
    n = rows.shape[0]
    places = jnp.arange(n)

    def take(column, state):
        rows, pivots, rank = state
        has = (rows[:, column // 64] >> (column % 64).astype(jnp.uint64)) & jnp.uint64(1)
        open_ones = (has == 1) & (places >= rank)
        first = jnp.argmax(open_ones)
        pivot = rows[first]
        after = rows.at[first].set(rows[jnp.minimum(rank, n - 1)]).at[rank].set(pivot, mode="drop")
        has = has.at[first].set(has[jnp.minimum(rank, n - 1)]).at[rank].set(jnp.uint64(0), mode="drop")
        found = jnp.any(open_ones)
        rows = jnp.where(found, after ^ (has[:, None] * pivot), rows)
        return rows, jnp.where(found, pivots.at[rank].set(column, mode="drop"), pivots), rank + found
    rows, pivots, rank = lax.fori_loop(0, columns, take, (rows, jnp.full(n, -1), jnp.int64(0)))
    return pivots, rank, rows
