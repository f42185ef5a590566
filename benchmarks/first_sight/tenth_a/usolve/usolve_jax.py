import jax
import jax.numpy as jnp


@jax.jit
def usolve(U, B):
    X = jax.scipy.linalg.solve_triangular(U, B, lower=False)
    return jnp.sqrt(jnp.sum(X ** 2, axis=0)), X
