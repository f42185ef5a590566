import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def hessred(A):
    n = A.shape[0]
    at = jnp.arange(n)

    def step(k, A):
        v = jnp.where(at > k, A[:, k], 0.0)
        sigma = jnp.sqrt(jnp.sum(v ** 2))
        v = v.at[k + 1].add(jnp.where(v[k + 1] >= 0.0, sigma, -sigma))
        v = v / jnp.linalg.norm(v)
        A = A - 2.0 * jnp.outer(v, jnp.where(at >= k, v @ A, 0.0))
        A = A - 2.0 * jnp.outer(A @ v, v)
        return A.at[:, k].set(jnp.where(at >= k + 2, 0.0, A[:, k]))
    return lax.fori_loop(0, n - 2, step, A)
