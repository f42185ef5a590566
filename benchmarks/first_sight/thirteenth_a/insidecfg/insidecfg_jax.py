from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def inside(rules, emit, words, start=0):
    n, k = words.shape[0], rules.shape[0]
    at = jnp.arange(n)
    flat = rules.reshape(k, k * k)
    table = jnp.zeros((n, n + 1, k)).at[at, at + 1].set(emit[:, words].T)

    def longer(span, table):
        def cell(i):
            left = table[i, :n]
            right = table[:, jnp.minimum(i + span, n)]
            return flat @ (left.T @ right).ravel()
        values = jax.vmap(cell)(at)
        return table.at[jnp.where(at + span <= n, at, n), jnp.minimum(at + span, n)].set(values, mode="drop")
    table = lax.fori_loop(2, n + 1, longer, table)
    return table, jnp.log(table[0, n, start])
