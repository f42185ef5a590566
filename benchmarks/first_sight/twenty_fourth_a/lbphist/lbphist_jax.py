from functools import partial

import jax
import jax.numpy as jnp

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


@partial(jax.jit, static_argnums=1)
def lbphist(image, cell):
    n, m = image.shape
    here = image[1:-1, 1:-1]
    code = jnp.zeros(here.shape, jnp.uint8)
    for bit, (dy, dx) in enumerate(AROUND):
        brighter = image[1 + dy:n - 1 + dy, 1 + dx:m - 1 + dx] >= here
        code = code | (brighter.astype(jnp.uint8) << bit)
    edges = code ^ ((code << 1) | (code >> 7))
    label = jnp.where(jax.lax.population_count(edges) <= 2, jax.lax.population_count(code), 9)
    least = code
    for k in range(1, 8):
        least = jnp.minimum(least, (code << k) | (code >> (8 - k)))
    rows, columns = (n - 2) // cell, (m - 2) // cell
    parts = label[:rows * cell, :columns * cell].reshape(rows, cell, columns, cell)
    hist = jnp.stack([jnp.sum(parts == k, axis=(1, 3)) for k in range(10)], axis=2) / cell ** 2
    mean = jnp.mean(hist, axis=(0, 1))
    far = jnp.sum((hist - mean) ** 2 / (hist + mean + 1e-12), axis=2)
    return hist, far, least
