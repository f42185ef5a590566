from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=2)
def reciprocal(positions, charges, K, alpha=5.0, box=1.0):
    grid = np.stack(np.meshgrid(np.arange(K + 1), np.arange(-K, K + 1), np.arange(-K, K + 1), indexing="ij"), axis=-1).reshape(-1, 3)
    n2 = (grid**2).sum(axis=1)
    grid = grid[(n2 > 0) & (n2 <= K * K)]
    twice = np.where(grid[:, 0] == 0, 1.0, 2.0)
    k = 2.0 * jnp.pi / box * jnp.asarray(grid, dtype=jnp.float64)
    k2 = jnp.sum(k * k, axis=1)
    factor = twice * 2.0 * jnp.pi / box**3 * jnp.exp(-k2 / (4.0 * alpha**2)) / k2
    phase = k @ positions.T
    re, im = charges * jnp.cos(phase), charges * jnp.sin(phase)
    x, y = re.sum(axis=1), im.sum(axis=1)
    energy = jnp.sum(factor * (x * x + y * y)) - alpha / jnp.sqrt(jnp.pi) * jnp.sum(charges**2)
    f = 2.0 * factor[:, None] * (x[:, None] * im - y[:, None] * re)
    return energy, f.T @ k
