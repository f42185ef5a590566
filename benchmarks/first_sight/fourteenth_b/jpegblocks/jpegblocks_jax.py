from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=3)
def coarse(image, table, order, quality):
    h, w = image.shape
    k = np.arange(8)
    D = 0.5 * np.cos(np.pi * k[:, None] * (2 * k + 1) / 16)
    D[0] = np.sqrt(0.125)
    scale = 50.0 / quality if quality < 50 else 2.0 - quality / 50.0
    steps = jnp.clip(jnp.floor(table * scale + 0.5), 1, 255)
    blocks = image.reshape(h // 8, 8, w // 8, 8).swapaxes(1, 2) - 128.0
    levels = jnp.rint(jnp.einsum("ij,abjk,lk->abil", D, blocks, D) / steps)
    lines = levels.reshape(h // 8, w // 8, 64)[:, :, order].astype(jnp.int32)
    lasts = jnp.max(jnp.where(lines != 0, jnp.arange(64), -1), axis=2)
    pixels = jnp.einsum("ji,abjk,kl->abil", D, levels * steps, D) + 128.0
    back = jnp.clip(pixels.swapaxes(1, 2).reshape(h, w), 0.0, 255.0)
    return back, lines, lasts, 10.0 * jnp.log10(255.0**2 / jnp.mean((back - image) ** 2))
