from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@partial(jax.jit, static_argnums=(3, 4, 5))
def occgrid(pose, angle, reach, most, size, cell, free=-0.4, hit=0.85, bound=5.0):
    step = np.arange(0.0, most, 0.5 * cell)

    def mark(i, j, there):
        i, j = jnp.floor(i / cell).astype(jnp.int64) + size // 2, jnp.floor(j / cell).astype(jnp.int64) + size // 2
        there = there & (i >= 0) & (i < size) & (j >= 0) & (j < size)
        return jnp.zeros((size, size), dtype=bool).at[jnp.where(there, i, size), j].set(True, mode="drop")

    def walk(odds, now):
        (x, y, heading), far = now
        c, s = jnp.cos(heading + angle), jnp.sin(heading + angle)
        seen = mark(y + s[:, None] * step, x + c[:, None] * step, step < far[:, None] - cell)
        full = mark(y + s * far, x + c * far, far < most)
        return jnp.clip(odds + jnp.where(full, hit, jnp.where(seen, free, 0.0)), -bound, bound), None

    odds, _ = lax.scan(walk, jnp.zeros((size, size)), (pose, reach))
    p = 1.0 / (1.0 + jnp.exp(-odds))
    return odds, jnp.sum(-p * jnp.log(p) - (1.0 - p) * jnp.log(1.0 - p)), jnp.count_nonzero(odds > 0.5)
