import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def househ(A):
    m, n = A.shape
    rows, columns = jnp.arange(m), jnp.arange(n)

    def step(k, state):
        A, tau = state
        x = jnp.where(rows >= k, A[:, k], 0.0)
        alpha = x[k]
        beta = -jnp.copysign(jnp.sqrt(jnp.sum(x * x)), alpha)
        v = jnp.where(rows > k, x / (alpha - beta), 0.0).at[k].set(1.0)
        t = (beta - alpha) / beta
        w = jnp.where(columns > k, t * (v @ A), 0.0)
        A = A - jnp.outer(v, w)
        kept = jnp.where(rows > k, v, A[:, k]).at[k].set(beta)
        return A.at[:, k].set(kept), tau.at[k].set(t)
    A, tau = lax.fori_loop(0, n, step, (A, jnp.zeros(n)))
    return tau, A
