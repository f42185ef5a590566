import jax
import jax.numpy as jnp


@jax.jit
def clustering(indptr, indices):
    n = indptr.shape[0] - 1
    degrees = jnp.diff(indptr)
    rows = jnp.repeat(jnp.arange(n), degrees, total_repeat_length=indices.shape[0])
    A = jnp.zeros((n, n), jnp.float32).at[rows, indices].set(1.0)
    triangles = (jnp.sum((A @ A) * A, axis=1) / 2).astype(jnp.int64)
    pairs = degrees * (degrees - 1)
    return triangles, jnp.where(pairs > 0, 2.0 * triangles / jnp.maximum(pairs, 1), 0.0), triangles.sum() // 3
