from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(2, 3, 4))
def cubic(lower, upper, nx, ny, limit, horizon=2.0):
    a, b = jnp.broadcast_arrays(jnp.linspace(lower[0], upper[0], nx)[None, :], jnp.linspace(lower[1], upper[1], ny)[:, None])

    def body(step, state):
        x, y, count, leaving = state
        x2, y2 = x * x, y * y
        stays = count == 0
        x = jnp.where(stays, x * (x2 - 3.0 * y2) + a, x)
        y = jnp.where(stays, y * (3.0 * x2 - y2) + b, y)
        left = stays & (x * x + y * y > horizon**2)
        return x, y, jnp.where(left, step, count), leaving.at[step].set(jnp.sum(left))
    zero = jnp.zeros_like(a)
    start = zero, zero, jnp.zeros(a.shape, jnp.int64), jnp.zeros(limit + 1, jnp.int64)
    _, _, count, leaving = lax.fori_loop(1, limit + 1, body, start)
    return count, leaving
