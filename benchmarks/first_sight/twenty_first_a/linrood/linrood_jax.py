from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def face(q, c, axis):
    edge = 7.0 / 12.0 * (jnp.roll(q, 1, axis) + q) - (jnp.roll(q, 2, axis) + jnp.roll(q, -1, axis)) / 12.0
    left, right = edge - q, jnp.roll(edge, -1, axis) - q
    extremum = left * right >= 0.0
    left, right = jnp.where(extremum, 0.0, left), jnp.where(extremum, 0.0, right)
    both = left + right
    upwind = jnp.roll(q, 1, axis) + (1.0 - c) * (jnp.roll(right, 1, axis) - c * jnp.roll(both, 1, axis))
    return c * jnp.where(c > 0.0, upwind, q + (1.0 + c) * (left + c * both))


def gain(flux, axis):
    return flux - jnp.roll(flux, -1, axis)


@partial(jax.jit, static_argnums=3)
def linrood(q, cx, cy, steps):
    def step(_, q):
        qx = (q + gain(face(q, cx, 1), 1)) / (1.0 + gain(cx, 1))
        qy = (q + gain(face(q, cy, 0), 0)) / (1.0 + gain(cy, 0))
        return q + gain(face(0.5 * (q + qy), cx, 1), 1) + gain(face(0.5 * (q + qx), cy, 0), 0)

    q = lax.fori_loop(0, steps, step, q)
    return jnp.sum(q), jnp.max(q), q
