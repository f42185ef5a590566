import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def zgels(A, B):
    m, n = A.shape
    rows = jnp.arange(m)

    def step(k, state):
        A, B = state
        column = A[:, k]
        x = jnp.where(rows >= k, column, 0.0)
        norm = jnp.sqrt(jnp.sum(jnp.abs(x) ** 2))
        size = jnp.abs(x[k])
        phase = jnp.where(size > 0.0, x[k] / jnp.where(size > 0.0, size, 1.0), 1.0)
        w = x.at[k].add(phase * norm)
        w = w / jnp.sqrt(jnp.sum(jnp.abs(w) ** 2))
        right = jnp.arange(n) > k
        A = A - 2.0 * jnp.outer(w, jnp.where(right, jnp.conj(w) @ A, 0.0))
        A = A.at[:, k].set(jnp.where(rows > k, 0.0, column).at[k].set(-phase * norm))
        return A, B - 2.0 * jnp.outer(w, jnp.conj(w) @ B)

    A, B = lax.fori_loop(0, n, step, (A, B))
    X = jax.scipy.linalg.solve_triangular(A[:n], B[:n])
    return X, jnp.linalg.norm(B[n:], axis=0), A, B
