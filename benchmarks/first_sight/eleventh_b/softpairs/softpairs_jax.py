from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def field(pos, mass, soft):
    d = pos[None] - pos[:, None]
    inv = 1.0 / jnp.sqrt(jnp.sum(d * d, axis=2) + soft**2)
    acc = jnp.sum((mass * inv**3)[:, :, None] * d, axis=1)
    return acc, -0.5 * (mass @ inv @ mass - jnp.sum(mass * mass) / soft)


@partial(jax.jit, static_argnums=3)
def orbit(pos, vel, mass, steps, dt, soft):
    def step(s, _):
        pos, vel, acc = s
        vel = vel + 0.5 * dt * acc
        pos = pos + dt * vel
        acc, potential = field(pos, mass, soft)
        vel = vel + 0.5 * dt * acc
        return (pos, vel, acc), (0.5 * jnp.sum(mass[:, None] * vel * vel), potential)
    (pos, vel, _), (kinetic, potential) = lax.scan(step, (pos, vel, field(pos, mass, soft)[0]), None, length=steps)
    return kinetic, potential, pos, vel
