import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import cho_solve


@jax.jit
def qdwhpolar(A, lower):
    m, n = A.shape
    eye = jnp.eye(n)

    def by_qr(X, a, b, c):
        Q, _ = jnp.linalg.qr(jnp.vstack((jnp.sqrt(c) * X, eye)))
        return b / c * X + (a - b / c) / jnp.sqrt(c) * Q[:m] @ Q[m:].T

    def by_cholesky(X, a, b, c):
        C = jnp.linalg.cholesky(eye + c * X.T @ X)
        return b / c * X + (a - b / c) * cho_solve((C, True), X.T).T

    def step(state):
        X, l, _, steps = state
        d = jnp.cbrt(4.0 * (1.0 - l ** 2) / l ** 4)
        r = jnp.sqrt(1.0 + d)
        a = r + 0.5 * jnp.sqrt(8.0 - 4.0 * d + 8.0 * (2.0 - l ** 2) / (l ** 2 * r))
        b = 0.25 * (a - 1.0) ** 2
        c = a + b - 1.0
        new = lax.cond(c > 100.0, by_qr, by_cholesky, X, a, b, c)
        l = jnp.minimum(l * (a + b * l ** 2) / (1.0 + c * l ** 2), 1.0)
        return new, l, jnp.linalg.norm(new - X), steps + 1

    start = A / jnp.linalg.norm(A), jnp.asarray(lower, jnp.float64), jnp.float64(1.0), jnp.int64(0)
    X, _, _, steps = lax.while_loop(lambda s: (s[2] > 1e-8) & (s[3] < 20), step, start)
    H = X.T @ A
    return X, 0.5 * (H + H.T), steps
