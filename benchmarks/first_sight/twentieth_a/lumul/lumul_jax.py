import jax
import jax.numpy as jnp


@jax.jit
def lumul(A):
    return (jnp.tril(A, -1) + jnp.eye(A.shape[0])) @ jnp.triu(A)
