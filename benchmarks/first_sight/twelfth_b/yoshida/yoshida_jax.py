from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=7)
def integrate(x, y, z, vx, vy, vz, m, steps, dt=0.005, soft=0.05):
    w1 = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
    w0 = 1.0 - 2.0 * w1
    drift = (0.5 * w1, 0.5 * (w0 + w1), 0.5 * (w0 + w1), 0.5 * w1)
    kick = (w1, w0, w1, 0.0)
    above = jnp.triu(jnp.outer(m, m), 1)

    def apart(r):
        d = r[:, None, :] - r[:, :, None]
        return d, jnp.sum(d**2, axis=0) + soft**2

    def step(state, _):
        r, v = state
        for c, d in zip(drift, kick):
            r = r + c * dt * v
            if d != 0.0:
                delta, square = apart(r)
                v = v + d * dt * ((delta * square ** (-1.5)) @ m)
        _, square = apart(r)
        return (r, v), 0.5 * jnp.sum(m * v**2) - jnp.sum(above / jnp.sqrt(square))
    (r, v), energy = lax.scan(step, (jnp.stack([x, y, z]), jnp.stack([vx, vy, vz])), None, length=steps)
    return (energy, *r, *v)
