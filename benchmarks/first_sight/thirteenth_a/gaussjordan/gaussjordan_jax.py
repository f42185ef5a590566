import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def invert(A):
    def step(k, state):
        A, det = state
        pivot = A[k, k]
        row = A[k].at[k].set(1.0) / pivot
        factor = A[:, k].at[k].set(0.0)
        A = A.at[:, k].set(0.0) - jnp.outer(factor, row)
        return A.at[k].set(row), det * pivot
    A, det = lax.fori_loop(0, A.shape[0], step, (A, 1.0))
    return det, A
