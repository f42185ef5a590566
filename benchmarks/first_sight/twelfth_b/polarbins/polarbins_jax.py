from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(3, 4))
def polar(image, cx, cy, rings, sectors):
    ny, nx = image.shape
    dy = jnp.arange(ny)[:, None] - cy
    dx = jnp.arange(nx)[None, :] - cx
    radius = jnp.sqrt(dx**2 + dy**2)
    angle = jnp.arctan2(dy, dx) + jnp.pi
    width = radius.max() / rings
    r = jnp.minimum((radius / width).astype(jnp.int64), rings - 1)
    a = jnp.minimum((angle / (2.0 * jnp.pi) * sectors).astype(jnp.int64), sectors - 1)
    total = jnp.zeros((rings, sectors)).at[r, a].add(image)
    count = jnp.zeros((rings, sectors)).at[r, a].add(1.0)
    ring = total.sum(axis=1) / jnp.maximum(count.sum(axis=1), 1.0)
    table = jnp.where(count > 0, total / jnp.maximum(count, 1.0), ring[:, None])
    return table, ring, image - table[r, a]
