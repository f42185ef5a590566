import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def joined(D):
    n = D.shape[0]
    at = jnp.arange(n)

    def step(k, state):
        D, sizes, names, merges, depth, member = state
        a = jnp.argmin(jnp.min(D, axis=1))
        b = jnp.argmin(D[a])
        i, j = jnp.minimum(a, b), jnp.maximum(a, b)
        si, sj = sizes[i], sizes[j]
        merges = merges.at[k].set(jnp.stack([jnp.minimum(names[i], names[j]).astype(float), jnp.maximum(names[i], names[j]).astype(float),
                                             0.5 * D[i, j], si + sj]))
        row = ((si * D[i] + sj * D[j]) / (si + sj)).at[i].set(jnp.inf)
        D = D.at[i].set(row).at[:, i].set(row).at[j].set(jnp.inf).at[:, j].set(jnp.inf)
        member = jnp.where(member == j, i, member)
        return D, sizes.at[i].add(sj), names.at[i].set(n + k), merges, depth + (member == i), member
    start = jnp.where(jnp.eye(n, dtype=bool), jnp.inf, D)
    state = (start, jnp.ones(n), at, jnp.zeros((n - 1, 4)), jnp.zeros(n, jnp.int64), at)
    _, _, _, merges, depth, _ = lax.fori_loop(0, n - 1, step, state)
    return merges, depth
