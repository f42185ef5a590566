from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

STRENGTH, DECAY, ICE, WATER, DRAG, CORIOLIS = 2.75e4, 20.0, 917.0, 1026.0, 5.5e-3, 1.46e-4
ELLIPSE, TIMESCALE = 4.0, 400.0


def corners(f):
    return 0.25 * (f[1:, 1:] + f[1:, :-1] + f[:-1, 1:] + f[:-1, :-1])


def across(f):
    return 0.5 * (f[1:, 1:] + f[:-1, 1:] - f[1:, :-1] - f[:-1, :-1])


def along(f):
    return 0.5 * (f[1:, 1:] + f[1:, :-1] - f[:-1, 1:] - f[:-1, :-1])


@partial(jax.jit, static_argnums=8)
def evpice(u, v, area, thick, ocean, wind, h, dt, rounds):
    p = STRENGTH * thick * jnp.exp(-DECAY * (1.0 - area))
    mass, cover = ICE * corners(thick), corners(area)
    iced = mass > 50.0
    safe = jnp.where(iced, mass, 1.0)
    uo, vo = ocean[0, 1:-1, 1:-1], ocean[1, 1:-1, 1:-1]
    c = dt / (2.0 * TIMESCALE)

    def step(state, _):
        u, v, s1, s2, s12 = state
        ux, uy, vx, vy = across(u) / h, along(u) / h, across(v) / h, along(v) / h
        divergence, tension, shear = ux + vy, ux - vy, uy + vx
        delta = jnp.sqrt(divergence ** 2 + (tension ** 2 + shear ** 2) / ELLIPSE)
        viscous = p / jnp.maximum(delta, 2e-9)
        s1 = (s1 + c * viscous * (divergence - delta)) / (1.0 + c)
        s2 = (s2 + c * viscous * tension) / (1.0 + c * ELLIPSE)
        s12 = (s12 + 0.5 * c * viscous * shear) / (1.0 + c * ELLIPSE)
        work = jnp.sum(s1 * divergence + s2 * tension + 2.0 * s12 * shear) * h * h
        fx = (across(0.5 * (s1 + s2)) + along(s12)) / h
        fy = (across(s12) + along(0.5 * (s1 - s2))) / h
        ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
        drag = cover * WATER * DRAG * jnp.sqrt((uo - ui) ** 2 + (vo - vi) ** 2)
        a, b = safe / dt + drag, safe * CORIOLIS
        gx = safe / dt * ui + fx + cover * wind[0, 1:-1, 1:-1] + drag * uo
        gy = safe / dt * vi + fy + cover * wind[1, 1:-1, 1:-1] + drag * vo
        u = u.at[1:-1, 1:-1].set(jnp.where(iced, (a * gx + b * gy) / (a * a + b * b), 0.0))
        v = v.at[1:-1, 1:-1].set(jnp.where(iced, (a * gy - b * gx) / (a * a + b * b), 0.0))
        return (u, v, s1, s2, s12), work

    zero = jnp.zeros_like(area)
    (u, v, s1, s2, s12), work = lax.scan(step, (u, v, zero, zero, zero), None, length=rounds)
    return s1, s2, s12, work, u, v
