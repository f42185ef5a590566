import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def optbst(p, q):
    n = p.shape[0]
    at = jnp.arange(n + 1)

    def diagonal(length, state):
        cost, weight, root = state

        def tree(i):
            j = i + length
            w = weight[i, j - 1] + p[j - 1] + q[j]
            trial = jnp.where((at >= i) & (at < j), cost[i] + jnp.roll(cost[:, j], -1) + w, jnp.inf)
            r = jnp.argmin(trial)
            return w, trial[r], r
        w, c, r = jax.vmap(tree)(at)
        j = jnp.where(at + length <= n, at + length, n + 1)
        return cost.at[at, j].set(c, mode="drop"), weight.at[at, j].set(w, mode="drop"), root.at[at, j].set(r, mode="drop")
    cost, _, root = lax.fori_loop(1, n + 1, diagonal, (jnp.diag(q), jnp.diag(q), jnp.zeros((n + 1, n + 1), jnp.int64)))
    return cost, root
