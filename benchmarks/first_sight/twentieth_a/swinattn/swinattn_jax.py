from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(4, 5))
def swinattn(x, wqkv, wout, table, window, heads):
    side, _, c = x.shape
    depth, shift, m, t = c // heads, window // 2, window * window, side // window
    i, j = np.divmod(np.arange(m), window)
    at = (i[:, None] - i + window - 1) * (2 * window - 1) + j[:, None] - j + window - 1
    bias = table[at].transpose(2, 0, 1)
    x = jnp.roll(x, (-shift, -shift), axis=(0, 1))
    tiles = x.reshape(t, window, t, window, c).transpose(0, 2, 1, 3, 4).reshape(t * t, m, c)
    q, k, v = (tiles @ wqkv).reshape(t * t, m, 3, heads, depth).transpose(2, 0, 3, 1, 4)
    weights = jax.nn.softmax(np.float32(1.0 / np.sqrt(depth)) * q @ k.transpose(0, 1, 3, 2) + bias, axis=-1)
    mixed = (weights @ v).transpose(0, 2, 1, 3).reshape(t * t, m, c) @ wout
    y = mixed.reshape(t, t, window, window, c).transpose(0, 2, 1, 3, 4).reshape(side, side, c)
    return jnp.roll(y, (shift, shift), axis=(0, 1))
