from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def haralick(image, levels):
    g = image.astype(jnp.int64) * levels // 256
    rows, columns = g.shape
    i, j = jnp.indices((levels, levels))
    features, tables = [], []
    for di, dj in ((0, 1), (1, 1), (1, 0), (1, -1)):
        a = g[:rows - di, max(0, -dj):columns - max(0, dj)]
        b = g[di:, max(0, dj):columns + min(0, dj)]
        table = jnp.zeros(levels * levels, jnp.int64).at[(a * levels + b).ravel()].add(1).reshape(levels, levels)
        table = table + table.T
        p = table / table.sum()
        mean = jnp.sum(i * p)
        spread = jnp.sum((i - mean) ** 2 * p)
        entropy = -jnp.sum(jnp.where(p > 0.0, p * jnp.log2(jnp.where(p > 0.0, p, 1.0)), 0.0))
        features.append(jnp.stack((jnp.sum((i - j) ** 2 * p), jnp.sum(p ** 2), jnp.sum(p / (1.0 + (i - j) ** 2)), entropy,
                                   jnp.sum((i - mean) * (j - mean) * p) / spread)))
        tables.append(table)
    return jnp.stack(features), jnp.stack(tables)
