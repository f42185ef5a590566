from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def landweber(A, x, b, T, step=0.8):
    def sweep(x, _):
        r = A @ x - b
        return x - step * (r @ A), 0.5 * jnp.sum(r * r)
    x, cost = lax.scan(sweep, x, None, length=T)
    return cost, x
