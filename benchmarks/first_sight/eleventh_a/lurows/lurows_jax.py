import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def lurows(A):
    at = jnp.arange(A.shape[0])

    def step(k, A):
        f = jnp.where(at > k, A[:, k] / A[k, k], 0.0)
        A = A - jnp.outer(f, jnp.where(at > k, A[k], 0.0))
        return A.at[:, k].set(jnp.where(at > k, f, A[:, k]))
    return lax.fori_loop(0, A.shape[0], step, A)
