from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames="T")
def gesumm(A, B, x, T):
    alpha, beta = jnp.float32(1.5), jnp.float32(1.2)

    def step(t, x):
        y = alpha * (A @ x) + beta * (B @ x)
        return y / jnp.max(jnp.abs(y))
    return lax.fori_loop(0, T, step, x)
