import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def trmmleft(alpha, A, B):
    at = jnp.arange(A.shape[0])

    def row(i, B):
        below = jnp.where(at > i, A[:, i], 0.0)
        return B.at[i].set(alpha * (B[i] + below @ B))
    return lax.fori_loop(0, A.shape[0], row, B)
