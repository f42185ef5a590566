from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def maxwell(n, u, temperature, speed):
    g = n[:, None] / jnp.sqrt(2.0 * jnp.pi * temperature[:, None]) * jnp.exp(-(speed - u[:, None]) ** 2 / (2.0 * temperature[:, None]))
    return g, 2.0 * temperature[:, None] * g


def moments(g, h, speed):
    dv = speed[1] - speed[0]
    n = g.sum(axis=1) * dv
    u = g @ speed * dv / n
    energy = (g @ speed ** 2 + h.sum(axis=1)) * dv / n
    return n, u, (energy - u ** 2) / 3.0


def minmod(a, b):
    return jnp.where(a * b > 0.0, jnp.where(jnp.abs(a) < jnp.abs(b), a, b), 0.0)


def carry(f, speed, dx, dt):
    step = f[1:] - f[:-1]
    slope = jnp.zeros_like(f).at[1:-1].set(minmod(step[1:], step[:-1]))
    c = speed * dt / dx
    flux = speed * jnp.where(speed > 0.0, f[:-1] + 0.5 * (1.0 - c) * slope[:-1], f[1:] - 0.5 * (1.0 + c) * slope[1:])
    return f.at[1:-1].add(-dt / dx * (flux[1:] - flux[:-1]))


@partial(jax.jit, static_argnums=7)
def bgkshock(density, wind, warmth, speed, knudsen, dx, dt, steps):
    def step(_, state):
        g, h = (carry(f, speed, dx, dt) for f in state)
        n, u, temperature = moments(g, h, speed)
        ge, he = maxwell(n, u, temperature, speed)
        keep = jnp.exp(-dt * n * jnp.sqrt(temperature) / knudsen)[:, None]
        return ge + keep * (g - ge), he + keep * (h - he)

    g, h = lax.fori_loop(0, steps, step, maxwell(density, wind, warmth, speed))
    n, u, temperature = moments(g, h, speed)
    c = speed - u[:, None]
    return n, u, temperature, 0.5 * jnp.sum(c * (c ** 2 * g + h), axis=1) * (speed[1] - speed[0])
