from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def crosses(x, y, tol, most):
    """Rows that were not found yet are zero, so that whole products may be taken."""
    m, n = x.shape[0], y.shape[0]

    def inverse_distances(points, centre):
        return 1.0 / jnp.sqrt(jnp.sum((points - centre) ** 2, axis=1))

    def turn(state):
        U, V, free, row, rank, size2, _ = state
        v = inverse_distances(y, x[row]) - U[:, row] @ V
        free = free.at[row].set(False)
        column = jnp.argmax(jnp.abs(v))
        v = v / v[column]
        u = inverse_distances(x, y[column]) - V[:, column] @ U
        cross2 = (u @ u) * (v @ v)
        size2 = size2 + cross2 + 2.0 * jnp.sum((U @ u) * (V @ v))
        row = jnp.argmax(jnp.where(free, jnp.abs(u), -1.0))
        return U.at[rank].set(u), V.at[rank].set(v), free, row, rank + 1, size2, cross2 <= tol**2 * size2

    start = jnp.zeros((most, m)), jnp.zeros((most, n)), jnp.ones(m, bool), jnp.int64(0), 0, 0.0, False
    U, V, _, _, rank, size2, _ = lax.while_loop(lambda s: (s[4] < most) & ~s[6], turn, start)
    return U, V, rank, jnp.sqrt(size2)
