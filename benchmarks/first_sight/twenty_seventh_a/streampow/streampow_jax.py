from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

WAYS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def receivers(z, dx):
    rows, columns = z.shape
    place = jnp.arange(rows * columns).reshape(rows, columns)
    best, steepest, away = place[1:-1, 1:-1], jnp.zeros((rows - 2, columns - 2)), jnp.full((rows - 2, columns - 2), dx)
    for di, dj in WAYS:
        there = (slice(1 + di, rows - 1 + di), slice(1 + dj, columns - 1 + dj))
        far = dx * jnp.sqrt(di * di + dj * dj)
        slope = (z[1:-1, 1:-1] - z[there]) / far
        better = slope > steepest
        best, steepest, away = jnp.where(better, place[there], best), jnp.where(better, slope, steepest), jnp.where(better, far, away)
    return place.at[1:-1, 1:-1].set(best).ravel(), jnp.full((rows, columns), dx).at[1:-1, 1:-1].set(away).ravel()


@partial(jax.jit, static_argnums=4)
def streampow(z, uplift, dt, dx, steps, k=2e-5, m=0.5, creep=0.01):
    n = z.size

    def step(_, state):
        z, _, _ = state
        z = z.at[1:-1, 1:-1].add(dt * uplift[1:-1, 1:-1])
        bend = z[:-2, 1:-1] + z[2:, 1:-1] + z[1:-1, :-2] + z[1:-1, 2:] - 4.0 * z[1:-1, 1:-1]
        z = z.at[1:-1, 1:-1].add(dt * creep / dx ** 2 * bend)
        to, away = receivers(z, dx)
        height = z.ravel()
        order = jnp.argsort(height, stable=True)

        def drain(a, area):
            i = order[n - 1 - a]
            return area.at[to[i]].add(jnp.where(to[i] != i, area[i], 0.0))

        area = lax.fori_loop(0, n, drain, jnp.full(n, dx * dx))
        f = k * dt * area ** m / away

        def cut(a, height):
            i = order[a]
            return height.at[i].set(jnp.where(to[i] != i, (height[i] + f[i] * height[to[i]]) / (1.0 + f[i]), height[i]))

        return lax.fori_loop(0, n, cut, height).reshape(z.shape), area, to

    z, area, to = lax.fori_loop(0, steps, step, (z, jnp.zeros(n), jnp.arange(n)))
    return area, to, z
