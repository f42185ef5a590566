import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def sytd2(A, d, e):
    n = A.shape[0]
    at = jnp.arange(n)

    def step(k, state):
        A, d, e = state
        below = at > k
        column = A[:, k]
        v = jnp.where(below, column, 0.0)
        norm = jnp.sqrt(v @ v)
        s = -jnp.copysign(norm, v[k + 1])
        v = v.at[k + 1].add(-s)
        beta = 2.0 / jnp.where(norm == 0.0, 1.0, v @ v)
        p = jnp.where(below, beta * (A @ v), 0.0)
        w = p - 0.5 * beta * (p @ v) * v
        new = (A - (jnp.outer(v, w) + jnp.outer(w, v))).at[:, k].set(jnp.where(below, v, column))
        return jnp.where(norm == 0.0, A, new), d.at[k].set(A[k, k]), e.at[k].set(jnp.where(norm == 0.0, 0.0, s))

    A, d, e = lax.fori_loop(0, n - 2, step, (A, d, e))
    return A, d.at[-2].set(A[-2, -2]).at[-1].set(A[-1, -1]), e.at[-1].set(A[-1, -2])
