import jax
import jax.numpy as jnp


@jax.jit
def zcawhiten(x, eps=1e-3):
    x = x - x.mean(axis=0)
    values, vectors = jnp.linalg.eigh(x.T @ x / (x.shape[0] - 1))
    return x @ (vectors / jnp.sqrt(values + eps) @ vectors.T)
