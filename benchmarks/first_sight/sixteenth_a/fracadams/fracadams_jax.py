import math
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def rate(y):
    return jnp.stack([y[0] * (1.0 - 0.8 * y[1]), y[1] * (0.6 * y[0] - 0.9)])


@partial(jax.jit, static_argnums=(1, 2, 3))
def fractional(y0, order, h, n):
    k = jnp.arange(n + 2, dtype=float)
    b = k[1:] ** order - k[:-1] ** order
    a = jnp.zeros(n + 2).at[1:-1].set(k[2:] ** (order + 1) - 2.0 * k[1:-1] ** (order + 1) + k[:-2] ** (order + 1))
    pscale = h**order / math.gamma(order + 1.0)
    cscale = h**order / math.gamma(order + 2.0)
    steps = jnp.arange(n)
    first = k[:n] ** (order + 1) - (k[:n] - order) * (k[:n] + 1.0) ** order
    padb, pada = jnp.concatenate([jnp.zeros(n), b]), jnp.concatenate([jnp.zeros(n), a])

    def step(state, m):
        s, c = state
        p = rate(y0 + pscale * s[m])
        y = y0 + cscale * (c[m] + p)
        f = rate(y)
        wb = lax.dynamic_slice(padb, (n - m - 1,), (n,))
        wa = lax.dynamic_slice(pada, (n - m,), (n,))
        wa = jnp.where(steps > m, wa, 0.0)
        return (s + wb[:, None] * f, c + wa[:, None] * f), y
    f0 = rate(y0)
    _, y = lax.scan(step, (b[:n, None] * f0, first[:, None] * f0), steps)
    return jnp.concatenate([y0[None], y])
