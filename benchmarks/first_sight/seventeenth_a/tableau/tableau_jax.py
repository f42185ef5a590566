import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def simplex(table, basis):
    tol, most = 1e-10, 2000

    def turn(state):
        table, basis, turns = state
        column = jnp.argmin(table[-1, :-1])
        entries = table[:-1, column]
        usable = entries > tol
        row = jnp.argmin(jnp.where(usable, table[:-1, -1] / jnp.where(usable, entries, 1.0), jnp.inf))
        line = table[row] / table[row, column]
        factors = table[:, column].at[row].set(0.0)
        return table.at[row].set(line) - jnp.outer(factors, line), basis.at[row].set(column), turns + 1

    def goes_on(state):
        return (state[2] < most) & (jnp.min(state[0][-1, :-1]) <= -tol)
    table, basis, turns = lax.while_loop(goes_on, turn, (table, basis, 0))
    return jnp.zeros(table.shape[1] - 1).at[basis].set(table[:-1, -1]), turns, table, basis
