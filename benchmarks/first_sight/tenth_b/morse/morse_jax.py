from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

DEPTH = 1.3
WIDTH = 1.1
REST = 1.5


def forces(pos):
    n = pos.shape[0]
    d = pos.T[:, None, :] - pos.T[:, :, None]
    r = jnp.sqrt(jnp.sum(d * d, axis=0) + jnp.eye(n))
    e = jnp.exp(-WIDTH * (r - REST))
    off = 1.0 - jnp.eye(n)
    energy = 0.5 * DEPTH * jnp.sum(off * (1.0 - e) ** 2)
    c = 2.0 * DEPTH * WIDTH * (1.0 - e) * e / r * off
    return energy, jnp.einsum("ij,kij->ik", c, d)


@partial(jax.jit, static_argnames="steps")
def verlet(pos, vel, mass, steps, dt=0.005):
    m = mass[:, None]

    def step(s, _):
        pos, vel, f = s
        vel = vel + 0.5 * dt * f / m
        pos = pos + dt * vel
        e, f = forces(pos)
        vel = vel + 0.5 * dt * f / m
        return (pos, vel, f), e + 0.5 * jnp.sum(m * vel**2)
    (pos, vel, _), trace = lax.scan(step, (pos, vel, forces(pos)[1]), None, length=steps)
    return trace, pos, vel
