from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=4)
def tidebasin(depth, eta, u, v, steps, dx=500.0, dt=20.0, g=9.81, f=1e-4, drag=2.5e-3, dry=0.05):
    def step(state, t):
        eta, u, v = state
        total = depth + eta
        wet = total > dry
        vm = 0.25 * (v[:-1, 1:] + v[1:, 1:] + v[:-1, :-1] + v[1:, :-1])
        new = u[:, 1:-1] + dt * (-g * (eta[:, 1:] - eta[:, :-1]) / dx + f * vm)
        new = new / (1.0 + dt * drag * jnp.sqrt(new ** 2 + vm ** 2) / jnp.maximum(0.5 * (total[:, 1:] + total[:, :-1]), dry))
        new = jnp.where(wet[:, 1:] & wet[:, :-1], new, 0.0)
        u = u.at[:, 1:-1].set(new)
        fx = jnp.pad(new * jnp.where(new > 0.0, total[:, :-1], total[:, 1:]), ((0, 0), (1, 1)))
        um = 0.25 * (u[1:, :-1] + u[1:, 1:] + u[:-1, :-1] + u[:-1, 1:])
        new = v[1:-1] + dt * (-g * (eta[1:] - eta[:-1]) / dx - f * um)
        new = new / (1.0 + dt * drag * jnp.sqrt(new ** 2 + um ** 2) / jnp.maximum(0.5 * (total[1:] + total[:-1]), dry))
        new = jnp.where(wet[1:] & wet[:-1], new, 0.0)
        v = v.at[1:-1].set(new)
        fy = jnp.pad(new * jnp.where(new > 0.0, total[:-1], total[1:]), ((1, 1), (0, 0)))
        eta = eta - dt / dx * (fx[:, 1:] - fx[:, :-1] + fy[1:] - fy[:-1])
        eta = eta.at[1:-1, 0].set(0.8 * jnp.sin(1.4e-3 * dt * (t + 1)))
        return (eta, u, v), jnp.mean(eta, where=wet)

    (eta, u, v), gauge = lax.scan(step, (eta, u, v), jnp.arange(steps))
    return gauge, eta, u, v
