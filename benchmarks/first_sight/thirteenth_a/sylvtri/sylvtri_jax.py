import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


@jax.jit
def sylvester(A, B, C):
    m, n = C.shape
    one = jnp.eye(m)
    before = jnp.triu(B, 1)

    def column(k, C):
        rest = C[:, k] - jnp.where(jnp.arange(n) < k, C, 0.0) @ before[:, k]
        return C.at[:, k].set(solve_triangular(A + B[k, k] * one, rest))
    return lax.fori_loop(0, n, column, C)
