from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def potential(x, y, limit, bound=4.0):
    cr, ci = jnp.broadcast_arrays(x[None, :], y[:, None])

    def body(n, s):
        a, b, steps = s
        active = a * a + b * b < bound * bound
        return (jnp.where(active, a * a - b * b + cr, a), jnp.where(active, 2 * a * b + ci, b), jnp.where(active, n, steps))
    a, b, steps = lax.fori_loop(0, limit, body, (jnp.zeros_like(cr), jnp.zeros_like(cr), jnp.zeros(cr.shape, jnp.int64)))
    steps = jnp.where(steps == limit - 1, 0, steps)
    smooth = steps + 1 - jnp.log2(jnp.log(jnp.hypot(a, b)) / jnp.log(bound))
    return steps, jnp.where(steps > 0, smooth, 0)
