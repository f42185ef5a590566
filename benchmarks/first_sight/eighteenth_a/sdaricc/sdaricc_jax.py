import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def riccati(A, B, Q, R, tol):
    n = len(A)

    def double(state):
        F, G, H, doublings, _ = state
        W = jnp.linalg.solve(jnp.eye(n) + G @ H, jnp.hstack((F, G)))
        step = F.T @ H @ W[:, :n]
        G = G + F @ W[:, n:] @ F.T
        H = H + step
        return F @ W[:, :n], G, H, doublings + 1, jnp.linalg.norm(step) > tol * jnp.linalg.norm(H)

    _, _, H, doublings, _ = lax.while_loop(lambda s: s[4], double, (A, B @ jnp.linalg.solve(R, B.T), Q, 0, True))
    X = 0.5 * (H + H.T)
    return X, jnp.linalg.solve(R + B.T @ X @ B, B.T @ X @ A), doublings
