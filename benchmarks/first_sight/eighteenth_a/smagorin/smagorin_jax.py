from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def smagorinsky(u, v, dx, dt, cs, steps):
    most = 0.1 * dx**2 / dt

    def step(_, state):
        u, v = state
        tension = (u[:, :, 1:] - u[:, :, :-1] - v[:, 1:, :] + v[:, :-1, :]) / dx
        shear = (v[:, 1:-1, 1:] - v[:, 1:-1, :-1] + u[:, 1:, 1:-1] - u[:, :-1, 1:-1]) / dx
        middle = 0.25 * (shear[:, :-1, :-1] + shear[:, 1:, :-1] + shear[:, :-1, 1:] + shear[:, 1:, 1:])
        inner = tension[:, 1:-1, 1:-1]
        nu = jnp.minimum((cs * dx) ** 2 * jnp.sqrt(inner**2 + middle**2), most)
        corner = 0.25 * (nu[:, :-1, :-1] + nu[:, 1:, :-1] + nu[:, :-1, 1:] + nu[:, 1:, 1:])
        a = nu * inner
        b = corner * shear[:, 1:-1, 1:-1]
        u = u.at[:, 2:-2, 2:-2].add(dt / dx * (a[:, 1:-1, 1:] - a[:, 1:-1, :-1] + b[:, 1:] - b[:, :-1]))
        v = v.at[:, 2:-2, 2:-2].add(dt / dx * (b[:, :, 1:] - b[:, :, :-1] - a[:, 1:, 1:-1] + a[:, :-1, 1:-1]))
        return u, v

    return lax.fori_loop(0, steps, step, (u, v))
