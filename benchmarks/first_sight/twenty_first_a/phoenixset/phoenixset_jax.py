from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=1)
def phoenixset(points, most, c=0.5667, p=-0.5, limit=16.0):
    def step(t, state):
        z, before, left, shade = state
        new = z * z + c + p * before
        size = jnp.abs(new)
        out = (left == most) & (size > limit)
        smooth = t + 1.0 - jnp.log2(jnp.log(jnp.where(out, size, limit)) / jnp.log(limit))
        return new, z, jnp.where(out, t, left), jnp.where(out, smooth, shade)

    first = points, jnp.zeros_like(points), jnp.full(points.shape, most), jnp.zeros(points.shape)
    return lax.fori_loop(0, most, step, first)[2:]
