import jax
import jax.numpy as jnp


@jax.jit
def symmlow(A, B, C, alpha=1.5, beta=1.2):
    L = jnp.tril(A, -1)
    return beta * C + alpha * ((L + L.T + jnp.diag(jnp.diag(A))) @ B)
