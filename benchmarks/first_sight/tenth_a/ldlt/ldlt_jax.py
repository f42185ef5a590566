import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ldlt(A, d):
    n = A.shape[0]
    at = jnp.arange(n)

    def column(j, state):
        A, d = state
        w = jnp.where(at < j, A[j] * d, 0.0)
        t = A @ w
        p = A[j, j] - t[j]
        d = d.at[j].set(p)
        return A.at[:, j].set(jnp.where(at > j, (A[:, j] - t) / p, A[:, j])), d
    return lax.fori_loop(0, n, column, (A, d))
