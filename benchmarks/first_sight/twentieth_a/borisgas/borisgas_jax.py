from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=5)
def borisgas(charge, mass, pos, vel, field, steps, dt=0.02, soft=0.1):
    ratio = charge / mass
    t = 0.5 * dt * ratio * field
    s = 2.0 * t / (1.0 + jnp.sum(t * t, axis=1, keepdims=True))

    def pairs(pos):
        d = pos[:, None, :] - pos[None, :, :]
        return d, jnp.sum(d * d, axis=-1) + soft ** 2

    def energies(pos, vel):
        _, r2 = pairs(pos)
        return 0.5 * jnp.sum(mass * vel ** 2), jnp.sum(jnp.triu(charge * charge.T / jnp.sqrt(r2), 1))

    def step(state, _):
        pos, vel = state
        d, r2 = pairs(pos)
        kick = 0.5 * dt * ratio * jnp.einsum("ijk,ij,j->ik", d, r2 ** -1.5, charge[:, 0])
        vel = vel + kick
        vel = vel + jnp.cross(vel + jnp.cross(vel, t), s) + kick
        pos = pos + dt * vel
        return (pos, vel), energies(pos, vel)

    k0, p0 = energies(pos, vel)
    (pos, vel), (kinetic, potential) = lax.scan(step, (pos, vel), None, length=steps)
    return jnp.concatenate((k0[None], kinetic)), jnp.concatenate((p0[None], potential)), pos, vel
