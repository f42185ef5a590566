from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(5, 6))
def sellpower(start, column, value, order, tol, chunk, limit):
    n = order.size
    entry = jnp.arange(value.size)
    slices = jnp.searchsorted(start, entry, side="right") - 1
    row = order[slices * chunk + (entry - start[slices]) % chunk]

    def step(state):
        x, _, _, turn = state
        y = jnp.zeros(n).at[row].add(value * x[column])
        eigenvalue = x @ y
        rest = jnp.linalg.norm(y - eigenvalue * x)
        return y / jnp.linalg.norm(y), eigenvalue, rest < tol * jnp.abs(eigenvalue), turn + 1

    first = jnp.full(n, n ** -0.5), 0.0, False, 0
    x, eigenvalue, _, turns = lax.while_loop(lambda s: ~s[2] & (s[3] < limit), step, first)
    return eigenvalue, x, turns
