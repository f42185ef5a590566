import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def mcl(A, inflation=1.7, cut=1e-5, most=60):
    n = A.shape[0]
    M = A + jnp.eye(n)

    def body(state):
        t, M, _ = state
        new = (M @ M) ** inflation
        new = jnp.where(new < cut, 0.0, new)
        new = new / new.sum(axis=0)
        return t + 1, new, jnp.sum(jnp.abs(new - M))

    _, M, _ = lax.while_loop(lambda s: (s[0] < most) & (s[2] >= 1e-8 * n), body, (0, M / M.sum(axis=0), jnp.inf))
    return jnp.argmax(M, axis=0), M
