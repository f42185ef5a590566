import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


@jax.jit
def invert(L):
    inverse = solve_triangular(L, jnp.eye(L.shape[0]), lower=True)
    return 2.0 * jnp.sum(jnp.log(jnp.diag(L))), jnp.tril(inverse.T @ inverse) + jnp.triu(L, 1)
