import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cgstwice(A):
    m, n = A.shape

    def column(j, state):
        Q, R = state
        v = A[:, j]
        h = Q.T @ v
        v = v - Q @ h
        g = Q.T @ v
        v = v - Q @ g
        d = jnp.linalg.norm(v)
        return Q.at[:, j].set(v / d), R.at[:, j].set((h + g).at[j].set(d))
    return lax.fori_loop(0, n, column, (jnp.zeros((m, n)), jnp.zeros((n, n))))
