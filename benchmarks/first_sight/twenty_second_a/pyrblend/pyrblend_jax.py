from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

TAPS = np.array([1, 4, 6, 4, 1], dtype=np.float32) / np.float32(16)


def shrink(image):
    p = jnp.pad(image, ((2, 2), (0, 0)), mode="reflect")
    rows = sum(TAPS[k] * p[k:k + image.shape[0]:2] for k in range(5))
    p = jnp.pad(rows, ((0, 0), (2, 2)), mode="reflect")
    return sum(TAPS[k] * p[:, k:k + image.shape[1]:2] for k in range(5))


def grow(image):
    ny, nx = image.shape
    p = jnp.pad(image, ((1, 1), (0, 0)), mode="edge")
    rows = jnp.stack(((p[:-2] + 6 * p[1:-1] + p[2:]) / 8, (p[1:-1] + p[2:]) / 2), axis=1).reshape(2 * ny, nx)
    p = jnp.pad(rows, ((0, 0), (1, 1)), mode="edge")
    return jnp.stack(((p[:, :-2] + 6 * p[:, 1:-1] + p[:, 2:]) / 8, (p[:, 1:-1] + p[:, 2:]) / 2), axis=2).reshape(2 * ny, 2 * nx)


@partial(jax.jit, static_argnums=3)
def pyrblend(a, b, mask, levels):
    mixed = []
    for _ in range(levels):
        c, d = shrink(a), shrink(b)
        mixed.append(mask * (a - grow(c)) + (1 - mask) * (b - grow(d)))
        a, b, mask = c, d, shrink(mask)
    out = mask * a + (1 - mask) * b
    for part in reversed(mixed):
        out = grow(out) + part
    return jnp.clip(out, 0, 1)
