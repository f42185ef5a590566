from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(3, 4))
def meanvalq(demands, think, waits, first, second):
    def row(above, a):
        def cell(left, item):
            over, b = item
            s0 = demands[0] * (1.0 + waits * over)
            s1 = demands[1] * (1.0 + waits * left)
            x, y = a / (think[0] + s0.sum()), b / (think[1] + s1.sum())
            here = x * s0 + y * s1
            return here, (here, jnp.stack((x, y)))

        _, (here, rate) = lax.scan(cell, jnp.zeros_like(waits), (above, jnp.arange(second + 1.0)))
        return here, rate

    length, rate = lax.scan(row, jnp.zeros((second + 1, waits.size)), jnp.arange(first + 1.0))
    return length[-1], rate, rate[-1, -1] @ demands
