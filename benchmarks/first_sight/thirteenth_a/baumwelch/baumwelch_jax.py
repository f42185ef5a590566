import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def reestimate(A, B, first, seen):
    likely = B.T[seen]

    def forth(before, b):
        a = before * b
        scale = 1.0 / jnp.sum(a)
        a = a * scale
        return a @ A, (a, scale)
    _, (alpha, scale) = lax.scan(forth, first, likely)

    def back(after, item):
        b, scale = item
        beta = scale * after
        return A @ (b * beta), beta
    _, beta = lax.scan(back, jnp.ones(A.shape[0]), (likely, scale), reverse=True)
    gamma = alpha * beta
    gamma = gamma / gamma.sum(axis=1, keepdims=True)
    w = likely[1:] * beta[1:]
    total = jnp.sum((alpha[:-1] @ A) * w, axis=1)
    xi = A * ((alpha[:-1] / total[:, None]).T @ w)
    new = jnp.zeros_like(B.T).at[seen].add(gamma).T
    return (jnp.sum(jnp.log(scale)), xi / xi.sum(axis=1, keepdims=True), new / new.sum(axis=1, keepdims=True), gamma[0])
