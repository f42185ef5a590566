from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def forces(m, x, v, soft):
    dx = [x[k][None, :] - x[k][:, None] for k in range(3)]
    dv = [v[k][None, :] - v[k][:, None] for k in range(3)]
    r2 = dx[0] ** 2 + dx[1] ** 2 + dx[2] ** 2 + soft**2
    rv = 3.0 * (dx[0] * dv[0] + dx[1] * dv[1] + dx[2] * dv[2]) / r2
    f = m / (r2 * jnp.sqrt(r2))
    acc = jnp.stack([jnp.sum(f * d, axis=1) for d in dx])
    return acc, jnp.stack([jnp.sum(f * (u - rv * d), axis=1) for d, u in zip(dx, dv)])


def energy(m, x, v, soft):
    r2 = sum((x[k][None, :] - x[k][:, None]) ** 2 for k in range(3)) + soft**2
    upper = jnp.triu(jnp.outer(m, m) / jnp.sqrt(r2), 1)
    return 0.5 * jnp.sum(m * jnp.sum(v**2, axis=0)) - upper.sum()


@partial(jax.jit, static_argnums=3)
def hermite(m, x, v, steps, soft=0.05, eta=0.02):
    x, v = (x - jnp.average(x, axis=0, weights=m)).T, (v - jnp.average(v, axis=0, weights=m)).T
    first = energy(m, x, v, soft)

    def step(state, _):
        x, v, a, j, t = state
        dt = eta * jnp.min(jnp.sqrt(jnp.sum(a**2, axis=0) / jnp.sum(j**2, axis=0)))
        fa, fj = forces(m, x + dt * (v + dt * (a / 2.0 + dt * j / 6.0)), v + dt * (a + dt * j / 2.0), soft)
        u = v + dt / 2.0 * (a + fa) + dt**2 / 12.0 * (j - fj)
        x = x + dt / 2.0 * (v + u) + dt**2 / 12.0 * (a - fa)
        return (x, u, fa, fj, t + dt), t + dt
    (x, v, *_), times = lax.scan(step, (x, v, *forces(m, x, v, soft), 0.0), None, length=steps)
    return x.T, v.T, times, first, energy(m, x, v, soft)
