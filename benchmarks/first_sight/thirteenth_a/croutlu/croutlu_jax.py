import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular


@jax.jit
def crout(A, b):
    n = A.shape[0]
    at = jnp.arange(n)

    def step(j, A):
        column = A[:, j]
        done = A @ jnp.where(at < j, column, 0.0)
        A = A.at[:, j].set(jnp.where(at >= j, column - done, column))
        row = A[j]
        done = jnp.where(at < j, row, 0.0) @ A
        return A.at[j].set(jnp.where(at > j, (row - done) / row[j], row))
    A = lax.fori_loop(0, n, step, A)
    b = solve_triangular(A, b, lower=True)
    b = solve_triangular(A, b, unit_diagonal=True)
    return jnp.sum(jnp.log(jnp.abs(jnp.diag(A)))), A, b
