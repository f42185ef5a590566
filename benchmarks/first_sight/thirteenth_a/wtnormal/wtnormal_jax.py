from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def descend(A, b, w, x, steps, rate=0.5):
    m = A.shape[0]

    def step(x, _):
        miss = A @ x - b
        return x - rate / m * ((w * miss) @ A), 0.5 * jnp.sum(w * miss**2) / m
    x, losses = lax.scan(step, x, None, length=steps)
    return losses, x
