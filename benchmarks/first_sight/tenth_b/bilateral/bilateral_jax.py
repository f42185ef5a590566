from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="radius")
def smooth(image, radius, spatial=np.float32(1.8), tonal=np.float32(0.12)):
    h, w = image.shape
    padded = jnp.pad(image, radius, mode="reflect")
    total = jnp.zeros_like(image)
    weight = jnp.zeros_like(image)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            near = padded[radius + dy: radius + dy + h, radius + dx: radius + dx + w]
            g = jnp.exp(-np.float32(dy * dy + dx * dx) / (2 * spatial**2) - (near - image) ** 2 / (2 * tonal**2))
            total += g * near
            weight += g
    out = total / weight
    gx = out[:-2, 2:] + 2 * out[1:-1, 2:] + out[2:, 2:] - out[:-2, :-2] - 2 * out[1:-1, :-2] - out[2:, :-2]
    gy = out[2:, :-2] + 2 * out[2:, 1:-1] + out[2:, 2:] - out[:-2, :-2] - 2 * out[:-2, 1:-1] - out[:-2, 2:]
    return out, jnp.pad(jnp.sqrt(gx * gx + gy * gy), 1)
