from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

GAS, RATIO, REFERENCE = 287.05, 1.4, 1.0e5


def pressure(mass, theta, dz):
    return REFERENCE * (GAS * mass * theta / (REFERENCE * dz)) ** RATIO


def solve(lower, diagonal, upper, right):
    def down(carry, row):
        c, x = carry
        a, b, u, r = row
        pivot = b - a * c
        new = u / pivot, (r - a * x) / pivot
        return new, new

    zero = jnp.zeros_like(right[0])
    _, (c, x) = lax.scan(down, (zero, zero), (lower, diagonal, upper, right))

    def up(after, row):
        c, x = row
        new = x - c * after
        return new, new

    return lax.scan(up, zero, (c, x), reverse=True)[1]


@partial(jax.jit, static_argnums=5)
def acouvert(w, dz, pe, mass, theta, steps, dt):
    base = pressure(mass, theta, dz)
    inertia = 0.5 * (mass[1:] + mass[:-1])

    def step(_, state):
        w, dz, pe, full = state
        stiff = RATIO * full / dz
        lower, upper = -dt * dt * stiff[:-1], -dt * dt * stiff[1:]
        right = inertia * w[1:-1] + dt * ((full[1:] - base[1:]) - (full[:-1] - base[:-1]))
        w = w.at[1:-1].set(solve(lower, inertia - lower - upper, upper, right))
        dz = dz + dt * (w[:-1] - w[1:])
        full = pressure(mass, theta, dz)
        return w, dz, pe + (full - base) / steps, full

    return lax.fori_loop(0, steps, step, (w, dz, pe, base))[:3]
