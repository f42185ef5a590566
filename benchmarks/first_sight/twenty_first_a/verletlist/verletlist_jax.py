from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=3)
def verletlist(pos, vel, box, steps, dt=0.004, cut=1.8, skin=0.25):
    def apart(pos):
        d = pos[:, None, :] - pos[None, :, :]
        d = d - box * jnp.round(d / box)
        return d, jnp.sum(d * d, axis=-1)

    def forces(pos):
        d, square = apart(pos)
        inside = (square < cut * cut) & ~jnp.eye(pos.shape[0], dtype=bool)
        six = jnp.where(inside, 1.0 / jnp.where(inside, square, 1.0) ** 3, 0.0)
        push = 24.0 * six * (2.0 * six - 1.0) / jnp.where(inside, square, 1.0)
        return jnp.sum(push[:, :, None] * d, axis=1), 0.5 * jnp.sum(4.0 * six * (six - 1.0))

    def step(state, _):
        pos, vel, force, start, made = state
        vel = vel + 0.5 * dt * force
        pos = pos + dt * vel
        far = jnp.max(jnp.sum((pos - start) ** 2, axis=1)) > (0.5 * skin) ** 2
        start, made = jnp.where(far, pos, start), made + far
        force, potential = forces(pos)
        vel = vel + 0.5 * dt * force
        return (pos, vel, force, start, made), potential + 0.5 * jnp.sum(vel * vel)

    state, energy = lax.scan(step, (pos, vel, forces(pos)[0], pos, 1), None, length=steps)
    return energy, state[4], state[0], state[1]
