from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def regulate(A, B, Q, R, x, steps, tolerance):
    n = len(A)

    def double(s):
        S, G, H, rounds, _ = s
        V = jnp.linalg.solve(jnp.eye(n) + G @ H, jnp.hstack([S, G]))
        change = S.T @ H @ V[:, :n]
        H = H + change
        rest = jnp.linalg.norm(change) > tolerance * jnp.linalg.norm(H)
        return S @ V[:, :n], G + S @ V[:, n:] @ S.T, H, rounds + 1, rest

    start = A, B @ jnp.linalg.solve(R, B.T), Q, jnp.int64(0), True
    _, _, H, rounds, _ = lax.while_loop(lambda s: (s[3] < 40) & s[4], double, start)
    X = 0.5 * (H + H.T)
    K = jnp.linalg.solve(R + B.T @ X @ B, B.T @ X @ A)
    closed = A - B @ K
    last, path = lax.scan(lambda x, _: (closed @ x, x), x, None, length=steps)
    u = path @ K.T
    cost = jnp.cumsum(jnp.sum(path @ Q * path, axis=1) + jnp.sum(u @ R * u, axis=1))
    return K, X, jnp.concatenate([path, last[None]]), cost, x @ X @ x, rounds
