from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def simrank(A, S, steps, c=0.8, tol=1e-6):
    n = A.shape[0]
    degree = A.sum(axis=0)
    W = A / jnp.where(degree > 0.0, degree, 1.0)

    def body(state):
        t, S, change = state
        R = jnp.fill_diagonal(c * (W.T @ S @ W), 1.0, inplace=False)
        return t + 1, R, jnp.max(jnp.abs(R - S))

    t, S, _ = lax.while_loop(lambda s: (s[0] < steps) & (s[2] >= tol), body, (0, jnp.eye(n), jnp.inf))
    return t - 1, S
