from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def lradi(A, B, C, shifts, steps, rtol):
    n, m = B.shape
    first = jnp.linalg.norm(B.T @ B)

    def step(state):
        k, W, Z, norms, _ = state
        p = shifts[k % shifts.size]
        V = jnp.linalg.solve(A + p * jnp.eye(n), W)
        W = W - 2.0 * p * V
        left = jnp.linalg.norm(W.T @ W) / first
        return k + 1, W, lax.dynamic_update_slice(Z, jnp.sqrt(-2.0 * p) * V, (0, k * m)), norms.at[k].set(left), left

    start = 0, B, jnp.zeros((n, m * steps)), jnp.zeros(steps), jnp.inf
    used, _, Z, norms, _ = lax.while_loop(lambda s: (s[0] < steps) & ~(s[4] < rtol), step, start)
    seen = C @ Z
    return Z, norms, seen @ seen.T, used
