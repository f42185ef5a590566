import jax
import jax.numpy as jnp


@jax.jit
def syr2kband(A, B, C, alpha=0.7):
    P = A.T @ B
    return jnp.where(jnp.tril(jnp.ones(C.shape, bool)), C + alpha * (P + P.T), C)
