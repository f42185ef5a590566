from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def advect(c, u, v, steps, dt=1.0, turns=2):
    n, m = c.shape
    y, x = jnp.meshgrid(jnp.arange(n, dtype=jnp.float64), jnp.arange(m, dtype=jnp.float64), indexing="ij")

    def corners(y, x):
        i, j = jnp.floor(y).astype(jnp.int64), jnp.floor(x).astype(jnp.int64)
        return i % n, (i + 1) % n, y - i, j % m, (j + 1) % m, x - j

    def between(f, at):
        i0, i1, dy, j0, j1, dx = at
        return (1 - dy) * ((1 - dx) * f[i0, j0] + dx * f[i0, j1]) + dy * ((1 - dx) * f[i1, j0] + dx * f[i1, j1])
    ym, xm = y - 0.5 * dt * v, x - 0.5 * dt * u
    for _ in range(turns):
        at = corners(ym, xm)
        ym, xm = y - 0.5 * dt * between(v, at), x - 0.5 * dt * between(u, at)
    at = corners(2.0 * ym - y, 2.0 * xm - x)

    def step(c, _):
        c = between(c, at)
        return c, jnp.sum(c)
    c, mass = lax.scan(step, c, None, length=steps)
    return mass, c
