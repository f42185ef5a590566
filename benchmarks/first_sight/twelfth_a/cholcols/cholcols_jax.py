import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cholcols(A):
    n = A.shape[0]
    at = jnp.arange(n)

    def column(j, state):
        L, logdet = state
        c = A[:, j] - L @ L[j]
        d = jnp.sqrt(c[j])
        return L.at[:, j].set(jnp.where(at >= j, c / d, 0.0)), logdet + 2.0 * jnp.log(d)
    return lax.fori_loop(0, n, column, (jnp.zeros((n, n)), 0.0))
