import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def chainorder(p):
    """All entries of a diagonal at once, splits beyond it masked."""
    n = p.shape[0] - 1
    i = jnp.arange(n)
    k = jnp.arange(n)

    def diagonal(length, state):
        cost, split = state
        j = i + length - 1
        inside = j < n
        jj = jnp.minimum(j, n - 1)
        after = jnp.roll(cost, -1, axis=0)[:, jj].T
        trial = cost + after + p[i][:, None] * p[1:][None, :] * p[jj + 1][:, None]
        trial = jnp.where((k >= i[:, None]) & (k < jj[:, None]), trial, jnp.inf)
        at = jnp.argmin(trial, axis=1)
        best = trial[i, at]
        cost = cost.at[i, jj].set(jnp.where(inside, best, cost[i, jj]))
        return cost, split.at[i, jj].set(jnp.where(inside, at, split[i, jj]))
    return lax.fori_loop(2, n + 1, diagonal, (jnp.zeros((n, n)), jnp.zeros((n, n), dtype=jnp.int64)))
