from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

HORIZON = 3


def parts(size, d):
    return slice(max(0, -d), size - max(0, d)), slice(max(0, d), size - max(0, -d))


@partial(jax.jit, static_argnums=8)
def peribond(u, v, alive, h, stiffness, critical, pull, dt, steps):
    n, m = u.shape[1:]
    family = [(i, j) for i in range(HORIZON + 1) for j in range(-HORIZON, HORIZON + 1)
              if not (i == 0 and j <= 0) and i * i + j * j <= HORIZON * HORIZON]

    def step(state, _):
        u, v, alive = state
        force = jnp.zeros_like(u)
        energy = 0.0
        for b, (di, dj) in enumerate(family):
            i, k = parts(n, di)
            j, l = parts(m, dj)
            rest = h * jnp.sqrt(float(di * di + dj * dj))
            ex = di * h + u[0, k, l] - u[0, i, j]
            ey = dj * h + u[1, k, l] - u[1, i, j]
            length = jnp.sqrt(ex ** 2 + ey ** 2)
            stretch = (length - rest) / rest
            left = alive[b, i, j] & (stretch < critical)
            alive = alive.at[b, i, j].set(left)
            tension = jnp.where(left, stiffness * stretch / length, 0.0)
            pair = jnp.stack((tension * ex, tension * ey))
            force = force.at[:, i, j].add(pair).at[:, k, l].add(-pair)
            energy += 0.5 * stiffness * rest * jnp.sum(jnp.where(left, stretch ** 2, 0.0))
        v = (v + dt * (force - 0.1 * v)).at[0, :2].set(-pull).at[0, -2:].set(pull)
        return (u + dt * v, v, alive), energy

    (u, v, alive), energy = lax.scan(step, (u, v, alive), None, length=steps)
    return energy, 1.0 - jnp.mean(alive, axis=0, dtype=jnp.float64), u, v, alive
