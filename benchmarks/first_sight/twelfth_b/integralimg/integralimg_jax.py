from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def threshold(image, radius, part=0.95):
    h, w = image.shape
    table = jnp.pad(jnp.cumsum(jnp.cumsum(image, axis=0), axis=1), ((1, 0), (1, 0)))
    y, x = jnp.arange(h), jnp.arange(w)
    top, bottom = jnp.maximum(y - radius, 0), jnp.minimum(y + radius + 1, h)
    left, right = jnp.maximum(x - radius, 0), jnp.minimum(x + radius + 1, w)
    total = table[bottom][:, right] - table[top][:, right] - table[bottom][:, left] + table[top][:, left]
    mean = total / jnp.outer(bottom - top, right - left)
    dark = image < part * mean
    return dark, mean, dark.sum(axis=1) / w
