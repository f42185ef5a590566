import jax
import jax.numpy as jnp


@jax.jit
def syrkrow(A, C, alpha=1.5, beta=1.2):
    return jnp.where(jnp.tril(jnp.ones(C.shape, bool)), alpha * (A @ A.T) + beta * C, C)
