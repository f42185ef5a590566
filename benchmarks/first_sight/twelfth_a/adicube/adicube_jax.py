from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def along_first(b, r):
    def down(state, row):
        c, x = state
        pivot = 1.0 + 2.0 * r - r * c
        state = (r / pivot, (row + r * x) / pivot)
        return state, state
    zero = jnp.zeros_like(b[0])
    _, (c, x) = lax.scan(down, (0.0, zero), b)

    def up(after, item):
        x = item[1] + item[0] * after
        return x, x
    return lax.scan(up, zero, (c, x), reverse=True)[1]


@partial(jax.jit, static_argnums=1)
def adicube(u, T, r=0.4):
    def step(u, _):
        v = along_first(u, r)
        v = along_first(v.transpose(1, 0, 2), r).transpose(1, 0, 2)
        v = along_first(v.transpose(2, 0, 1), r).transpose(1, 2, 0)
        return v, jnp.max(v)
    u, peak = lax.scan(step, u, None, length=T)
    return peak, u
