from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def ruizcoo(row, col, val, x, tol, limit):
    n = x.size

    def extents(val):
        r, c = jnp.zeros(n).at[row].max(jnp.abs(val)), jnp.zeros(n).at[col].max(jnp.abs(val))
        return jnp.where(r == 0.0, 1.0, r), jnp.where(c == 0.0, 1.0, c)

    def more(state):
        _, _, _, (r, c), turns = state
        return (turns < limit) & (jnp.maximum(jnp.max(jnp.abs(1.0 - r)), jnp.max(jnp.abs(1.0 - c))) >= tol)

    def scale(state):
        val, left, right, (r, c), turns = state
        r, c = 1.0 / jnp.sqrt(r), 1.0 / jnp.sqrt(c)
        val = val * r[row] * c[col]
        return val, left * r, right * c, extents(val), turns + 1

    val, left, right, _, turns = lax.while_loop(more, scale, (val, jnp.ones(n), jnp.ones(n), extents(val), 0))
    product = jnp.zeros(n).at[row].add(val * (x / right)[col]) / left
    return left, right, product, jnp.sqrt(jnp.zeros(n).at[row].add(val ** 2)), turns, val
