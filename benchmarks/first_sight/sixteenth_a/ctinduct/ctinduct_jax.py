from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def rates(bx, by, u, v, eta, h):
    ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
    bxc = jnp.where(vi > 0.0, bx[1:-1, :-1], bx[1:-1, 1:])
    byc = jnp.where(ui > 0.0, by[:-1, 1:-1], by[1:, 1:-1])
    current = (by[1:, 1:-1] - by[:-1, 1:-1]) / h - (bx[1:-1, 1:] - bx[1:-1, :-1]) / h
    e = jnp.pad(vi * bxc - ui * byc + eta * current, 1)
    return -(e[:, 1:] - e[:, :-1]) / h, (e[1:, :] - e[:-1, :]) / h


@partial(jax.jit, static_argnums=7)
def induct(bx, by, u, v, eta, h, dt, steps):
    def step(_, b):
        bx, by = b
        rx, ry = rates(bx, by, u, v, eta, h)
        mx, my = bx + dt * rx, by + dt * ry
        sx, sy = rates(mx, my, u, v, eta, h)
        return 0.5 * (bx + mx + dt * sx), 0.5 * (by + my + dt * sy)
    return lax.fori_loop(0, steps, step, (bx, by))
