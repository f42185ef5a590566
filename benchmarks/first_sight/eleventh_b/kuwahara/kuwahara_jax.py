from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def kuwahara(image, r):
    ny, nx = image.shape
    my, mx = ny - r, nx - r
    stack = jnp.stack([image[a: a + my, b: b + mx] for a in range(r + 1) for b in range(r + 1)])
    mean, var = stack.mean(axis=0), stack.var(axis=0)
    parts = [(slice(0, my - r), slice(0, mx - r)), (slice(0, my - r), slice(r, mx)),
             (slice(r, my), slice(0, mx - r)), (slice(r, my), slice(r, mx))]
    best, value = var[parts[0]], mean[parts[0]]
    for p in parts[1:]:
        less = var[p] < best
        best, value = jnp.where(less, var[p], best), jnp.where(less, mean[p], value)
    return image.at[r: ny - r, r: nx - r].set(value)
