import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def nnlspass(A, b, tol=1e-10):
    n = A.shape[1]
    G, c = A.T @ A, A.T @ b

    def solve(free):
        M = jnp.where(free[:, None] & free, G, 0.0) + jnp.diag(jnp.where(free, 0.0, 1.0))
        return jnp.where(free, jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(M), True), jnp.where(free, c, 0.0)), 0.0)

    def best(x, free):
        pull = jnp.where(free, -jnp.inf, c - G @ x)
        return jnp.argmax(pull), jnp.max(pull)

    def add(state):
        x, free, turns = state
        free = free.at[best(x, free)[0]].set(True)

        def wrong(inner):
            x, free, s, turns = inner
            return jnp.any(free & (s <= 0.0))

        def back(inner):
            x, free, s, turns = inner
            bad = free & (s <= 0.0)
            far = jnp.where(bad, x / jnp.where(bad, x - s, 1.0), jnp.inf)
            x = (x + jnp.min(far) * (s - x)).at[jnp.argmin(far)].set(0.0)
            free = free & (x > 0.0)
            return jnp.where(free, x, 0.0), free, solve(free), turns + 1

        _, free, s, turns = lax.while_loop(wrong, back, (x, free, solve(free), turns + 1))
        return s, free, turns

    x, _, turns = lax.while_loop(lambda s: best(s[0], s[1])[1] > tol, add, (jnp.zeros(n), jnp.zeros(n, bool), 0))
    return x, jnp.linalg.norm(A @ x - b), turns
