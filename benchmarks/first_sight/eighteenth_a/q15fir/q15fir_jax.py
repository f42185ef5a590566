from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=2)
def decimate(x, taps, every, level):
    n, m = x.shape[1], taps.size
    count = (n - m) // every + 1
    x, taps = x.astype(jnp.int32), taps.astype(jnp.int32)
    total = jnp.full((x.shape[0], count), 1 << 14, jnp.int32)
    for k in range(m):
        total = total + taps[m - 1 - k] * x[:, k:k + every * (count - 1) + 1:every]

    def follow(level, here):
        level = level + (((here << 14) - level) >> 7)
        return level, jnp.clip(here - (level >> 14), -32768, 32767)

    level, y = lax.scan(follow, level, jnp.clip(total >> 15, -32768, 32767).T)
    return y.T.astype(jnp.int16), jnp.max(jnp.abs(y), axis=0), level
