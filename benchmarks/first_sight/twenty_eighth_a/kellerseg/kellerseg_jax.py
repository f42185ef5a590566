from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def flux(rho, c, chi, full, h):
    v = chi * jnp.diff(c, axis=0) / h
    low, high = rho[:-1], rho[1:]
    return jnp.where(v > 0.0, v * low * (1.0 - high / full), v * high * (1.0 - low / full)) - (high - low) / h


@partial(jax.jit, static_argnums=2)
def kellerseg(rho, c, steps, h=0.25, chi=4.0, full=8.0):
    dt = 0.1 * h * h

    def step(state, _):
        rho, c = state
        fx = jnp.pad(flux(rho, c, chi, full, h), ((1, 1), (0, 0)))
        fy = jnp.pad(flux(rho.T, c.T, chi, full, h).T, ((0, 0), (1, 1)))
        p = jnp.pad(c, 1, mode="edge")
        c = c + dt * ((p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4.0 * c) / h ** 2 + rho - c)
        rho = rho - dt / h * (fx[1:] - fx[:-1] + fy[:, 1:] - fy[:, :-1])
        return (rho, c), jnp.max(rho)

    (rho, c), peak = lax.scan(step, (rho, c), None, length=steps)
    return peak, jnp.sum(rho) * h * h, rho, c
