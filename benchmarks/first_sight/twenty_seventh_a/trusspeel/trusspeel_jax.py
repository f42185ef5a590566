import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def trusspeel(A):
    """Counts of triangles are small, so that products in floating point are exact."""
    def step(state):
        left, truss, k = state
        real = left.astype(jnp.float32)
        support = (real @ real).astype(jnp.int64) * left
        weak = (left == 1) & (support < k - 2)
        some = jnp.any(weak)
        truss = jnp.where((left == 1) & ~some, k, truss)
        return jnp.where(weak, 0, left), truss, jnp.where(some, k, k + 1)

    _, truss, k = lax.while_loop(lambda s: jnp.any(s[0] == 1), step, (A, 2 * A, 2))
    return truss, k - 1
