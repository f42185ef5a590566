import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def pivoted(A):
    m, n = A.shape
    rows, cols = jnp.arange(m), jnp.arange(n)

    def column(k, state):
        A, piv, tau, norms = state
        p = jnp.argmax(jnp.where(cols >= k, norms, -jnp.inf))
        ak, ap = A[:, k], A[:, p]
        A = A.at[:, p].set(ak).at[:, k].set(ap)
        pk, pp = piv[k], piv[p]
        piv = piv.at[p].set(pk).at[k].set(pp)
        norms = norms.at[p].set(norms[k])
        v = jnp.where(rows >= k, ap, 0.0)
        alpha = -jnp.copysign(jnp.sqrt(v @ v), v[k])
        v = v.at[k].add(-alpha)
        beta = 2.0 / (v @ v)
        w = jnp.where(cols > k, v @ A, 0.0)
        A = A - (beta * v)[:, None] * w
        A = A.at[:, k].set(jnp.where(rows > k, v / v[k], jnp.where(rows == k, alpha, ap)))
        norms = jnp.where(cols > k, norms - A[k] ** 2, norms)
        return A, piv, tau.at[k].set(beta * v[k] ** 2), norms
    A, piv, tau, _ = lax.fori_loop(0, n, column, (A, cols, jnp.zeros(n), jnp.sum(A**2, axis=0)))
    return piv, tau, A
