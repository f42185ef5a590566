from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def transport(f, u, v, dt, dx, nu):
    c = f[1:-1, 1:-1]
    along = u[1:-1, 1:-1] * (f[1:-1, 2:] - f[1:-1, :-2]) + v[1:-1, 1:-1] * (f[2:, 1:-1] - f[:-2, 1:-1])
    spread = f[1:-1, 2:] + f[1:-1, :-2] + f[2:, 1:-1] + f[:-2, 1:-1] - 4.0 * c
    return c - dt / (2.0 * dx) * along + nu * dt / dx**2 * spread


@partial(jax.jit, static_argnames=("steps", "sweeps"))
def convect(u, v, p, t, dt, dx, nu, ra, steps, sweeps):
    def step(_, s):
        u, v, p, t, b = s
        u, v, t = (jnp.pad(transport(u, u, v, dt, dx, nu), 1),
                   jnp.pad(transport(v, u, v, dt, dx, nu) + dt * ra * t[1:-1, 1:-1], 1),
                   t.at[1:-1, 1:-1].set(transport(t, u, v, dt, dx, nu)))
        t = t.at[0].set(1.0).at[-1].set(0.0)
        t = t.at[:, 0].set(t[:, 1])
        t = t.at[:, -1].set(t[:, -2])
        b = (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * dx * dt)

        def sweep(_, p):
            inner = 0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - dx**2 * b)
            return jnp.pad(inner, 1, mode="edge")
        p = lax.fori_loop(0, sweeps, sweep, p)
        u = u.at[1:-1, 1:-1].add(-dt / (2.0 * dx) * (p[1:-1, 2:] - p[1:-1, :-2]))
        v = v.at[1:-1, 1:-1].add(-dt / (2.0 * dx) * (p[2:, 1:-1] - p[:-2, 1:-1]))
        return u, v, p, t, b
    return lax.fori_loop(0, steps, step, (u, v, p, t, jnp.zeros((u.shape[0] - 2, u.shape[1] - 2))))[:4]
