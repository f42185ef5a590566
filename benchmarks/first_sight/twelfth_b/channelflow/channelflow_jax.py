from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def ddx(a, dx):
    return (jnp.roll(a, -1, axis=1) - jnp.roll(a, 1, axis=1))[1:-1] / (2 * dx)


def ddy(a, dy):
    return (a[2:] - a[:-2]) / (2 * dy)


def laplace(a, dx, dy):
    return ((jnp.roll(a, -1, axis=1) - 2 * a + jnp.roll(a, 1, axis=1))[1:-1] / dx**2
            + (a[2:] - 2 * a[1:-1] + a[:-2]) / dy**2)


@partial(jax.jit, static_argnums=(4, 5))
def channel(u, v, p, force, nit, limit, dt=0.001, rho=1.0, nu=0.1, tol=1e-3):
    ny, nx = u.shape
    dx, dy = 2.0 / (nx - 1), 2.0 / (ny - 1)
    dt = min(dt, 0.2 * dy**2 / nu)

    def step(state):
        u, v, p, _, count = state
        ux, uy, vx, vy = ddx(u, dx), ddy(u, dy), ddx(v, dx), ddy(v, dy)
        b = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)

        def relax(_, p):
            sides = jnp.roll(p, -1, axis=1) + jnp.roll(p, 1, axis=1)
            inner = (sides[1:-1] * dy**2 + (p[2:] + p[:-2]) * dx**2 - b * dx**2 * dy**2) / (2 * (dx**2 + dy**2))
            return jnp.concatenate([inner[:1], inner, inner[-1:]])
        p = lax.fori_loop(0, nit, relax, p)
        ui, vi = u[1:-1], v[1:-1]
        un = u.at[1:-1].set(ui - dt * (ui * (u - jnp.roll(u, 1, axis=1))[1:-1] / dx + vi * (ui - u[:-2]) / dy)
                            - dt / rho * ddx(p, dx) + nu * dt * laplace(u, dx, dy) + force * dt)
        vn = v.at[1:-1].set(vi - dt * (ui * (v - jnp.roll(v, 1, axis=1))[1:-1] / dx + vi * (vi - v[:-2]) / dy)
                            - dt / rho * ddy(p, dy) + nu * dt * laplace(v, dx, dy))
        return un, vn, p, (jnp.sum(un) - jnp.sum(u)) / jnp.sum(un), count + 1
    u, v, p, _, count = lax.while_loop(lambda s: (s[3] > tol) & (s[4] < limit), step, (u, v, p, 1.0, 0))
    return count, u, v, p
