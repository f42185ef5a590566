import jax
import jax.numpy as jnp


@jax.jit
def gemverlike(A, u1, v1, u2, v2, y, z, w, x, alpha=1.5, beta=1.2):
    A = A + jnp.outer(u1, v1) + jnp.outer(u2, v2)
    x = x + beta * (y @ A) + z
    return A, x, w + alpha * (A @ x)
