import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


@jax.jit
def sygst(A, L):
    full = jnp.tril(A) + jnp.tril(A, -1).T
    half = solve_triangular(L, full, lower=True)
    return jnp.tril(solve_triangular(L, half.T, lower=True)) + jnp.triu(A, 1)
