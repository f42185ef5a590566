import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def gramouter(A, Q, R):
    at = jnp.arange(A.shape[1])

    def step(k, state):
        A, Q, R = state
        d = jnp.sqrt(A[:, k] @ A[:, k])
        q = A[:, k] / d
        row = jnp.where(at > k, q @ A, 0.0)
        R = R.at[k].set(jnp.where(at > k, row, R[k]).at[k].set(d))
        return A - jnp.outer(q, row), Q.at[:, k].set(q), R
    return lax.fori_loop(0, A.shape[1], step, (A, Q, R))
