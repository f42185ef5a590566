from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def precess(spins, steps, dt=0.04, exchange=1.0, easy=0.3, damping=0.1):
    def turning(s):
        field = exchange * (jnp.roll(s, 1, axis=0) + jnp.roll(s, -1, axis=0) + jnp.roll(s, 1, axis=1) + jnp.roll(s, -1, axis=1))
        field = field.at[..., 2].add(2.0 * easy * s[..., 2])
        torque = jnp.cross(s, field)
        return -(torque + damping * jnp.cross(s, torque)) / (1.0 + damping**2)

    def step(s, _):
        k1 = turning(s)
        k2 = turning(s + dt * k1)
        s = s + 0.5 * dt * (k1 + k2)
        s = s / jnp.linalg.norm(s, axis=-1, keepdims=True)
        return s, s.mean(axis=(0, 1))
    spins, mean = lax.scan(step, spins, None, length=steps)
    return mean, spins
