import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def neighbour_joining(distance):
    """Rows that are joined stay in the table, and a mask leaves them out."""
    n = distance.shape[0]
    index = jnp.arange(n)

    def join(step, state):
        D, r, names, alive, pairs, length = state
        m = n - step
        Q = jnp.where(alive[:, None] & alive & (index[:, None] < index), (m - 2) * D - r[:, None] - r, jnp.inf)
        flat = jnp.argmin(jnp.round(Q, 9))
        i, j = flat // n, flat % n
        li = 0.5 * D[i, j] + (r[i] - r[j]) / (2.0 * (m - 2))
        pairs = pairs.at[step].set(jnp.stack([names[i], names[j]]))
        length = length.at[step].set(jnp.stack([li, D[i, j] - li]))
        alive = alive.at[j].set(False)
        new = jnp.where(alive, 0.5 * (D[i] + D[j] - D[i, j]), 0.0).at[i].set(0.0)
        D = D.at[i].set(new).at[:, i].set(new).at[j].set(0.0).at[:, j].set(0.0)
        return D, D.sum(axis=1), names.at[i].set(n + step), alive, pairs, length
    start = (distance, distance.sum(axis=1), index, jnp.ones(n, bool), jnp.zeros((n - 1, 2), index.dtype), jnp.zeros((n - 1, 2)))
    D, _, names, alive, pairs, length = lax.fori_loop(0, n - 2, join, start)
    i = jnp.argmax(alive)
    j = jnp.argmax(alive & (index > i))
    return pairs.at[n - 2].set(jnp.stack([names[i], names[j]])), length.at[n - 2, 0].set(D[i, j])
