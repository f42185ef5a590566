import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def cholright(A):
    n = A.shape[0]
    at = jnp.arange(n)

    def step(k, A):
        d = jnp.sqrt(A[k, k])
        c = jnp.where(at > k, A[:, k] / d, 0.0)
        A = A.at[:, k].set(jnp.where(at > k, c, A[:, k]).at[k].set(d))
        return A - jnp.outer(c, c)
    return jnp.tril(lax.fori_loop(0, n, step, A))
