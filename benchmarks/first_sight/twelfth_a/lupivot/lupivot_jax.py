import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def lupivot(A, b):
    n = A.shape[0]
    at = jnp.arange(n)

    def step(k, state):
        A, b, sign = state
        p = jnp.argmax(jnp.where(at >= k, jnp.abs(A[:, k]), -1.0))
        pair, other = jnp.array([k, p]), jnp.array([p, k])
        A = A.at[pair].set(A[other])
        b = b.at[pair].set(b[other])
        factor = jnp.where(at > k, A[:, k] / A[k, k], 0.0)
        row = jnp.where(at >= k, A[k], 0.0)
        return A - jnp.outer(factor, row), b - factor * b[k], jnp.where(p != k, -sign, sign)
    A, b, sign = lax.fori_loop(0, n - 1, step, (A, b, 1.0))

    def back(down, x):
        i = n - 1 - down
        return x.at[i].set((b[i] - jnp.where(at > i, A[i], 0.0) @ x) / A[i, i])
    x = lax.fori_loop(0, n, back, jnp.zeros(n))
    d = jnp.diag(A)
    return x, sign * jnp.prod(jnp.sign(d)), jnp.sum(jnp.log(jnp.abs(d)))
