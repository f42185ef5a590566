import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def kcorepeel(indptr, indices):
    n = indptr.size - 1
    degree = jnp.diff(indptr)
    rows = jnp.repeat(jnp.arange(n), degree, total_repeat_length=indices.size)

    def peeled(state):
        degree, core, alive, k, rounds = state
        peel = alive & (degree <= k)
        some = jnp.any(peel)
        loss = jnp.zeros(n, degree.dtype).at[rows].add(peel[indices].astype(degree.dtype))
        least = jnp.min(jnp.where(alive, degree, n))
        return degree - loss, jnp.where(peel, k, core), alive & ~peel, jnp.where(some, k, least), rounds + some

    start = degree, jnp.zeros(n, jnp.int64), jnp.ones(n, bool), jnp.int64(0), jnp.int64(0)
    _, core, _, k, rounds = lax.while_loop(lambda s: jnp.any(s[2]), peeled, start)
    return core, k, rounds
