from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def derivative(f, h, axis):
    g = jnp.moveaxis(f, axis, 0)
    n = g.shape[0]
    lower = np.full(n, 1.0 / 3.0)
    lower[1] = lower[n - 2] = 0.25
    lower[n - 1] = 2.0
    c, over = np.empty(n), np.ones(n)
    c[0] = 2.0
    for k in range(1, n):
        over[k] = 1.0 / (1.0 - lower[k] * c[k - 1])
        c[k] = lower[n - 1 - k] * over[k]
    first = (-2.5 * g[0] + 2.0 * g[1] + 0.5 * g[2]) / h
    last = (2.5 * g[-1] - 2.0 * g[-2] - 0.5 * g[-3]) / h
    inner = 7.0 / 9.0 * (g[3:-1] - g[1:-3]) / h + (g[4:] - g[:-4]) / (36.0 * h)
    d = jnp.concatenate((first[None], 0.75 * (g[2] - g[0])[None] / h, inner, 0.75 * (g[-1] - g[-3])[None] / h, last[None]))

    def down(before, row):
        new = (row[0] - row[1] * before) * row[2]
        return new, new

    d = lax.scan(down, jnp.zeros_like(d[0]), (d, lower * (np.arange(n) > 0), over))[1]

    def up(after, row):
        new = row[0] - row[1] * after
        return new, new

    d = lax.scan(up, jnp.zeros_like(d[0]), (d, c * (np.arange(n) < n - 1)), reverse=True)[1]
    return jnp.moveaxis(d, 0, axis)


@partial(jax.jit, static_argnums=1)
def compactfd(u, steps, dt=0.002):
    h = 1.0 / (u.shape[1] - 1)

    def step(_, u):
        rate = jnp.stack([sum(-u[2 - axis] * derivative(u[m], h, axis) for axis in range(3)) for m in range(3)])
        return u + dt * rate

    u = lax.fori_loop(0, steps, step, u)
    return jnp.max(jnp.abs(u)), u
