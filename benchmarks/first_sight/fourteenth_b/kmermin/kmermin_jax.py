from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def mixed(x):
    x = x ^ (x >> 33)
    x = x * np.uint64(0xFF51AFD7ED558CCD)
    x = x ^ (x >> 29)
    x = x * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> 32)


@partial(jax.jit, static_argnums=(1, 2))
def minimizers(codes, k, w):
    words = codes.size - k + 1
    wide = codes.astype(jnp.uint64)
    forward = backward = jnp.zeros(words, jnp.uint64)
    for i in range(k):
        part = wide[i:i + words]
        forward = (forward << 2) | part
        backward = backward | (3 - part) << (2 * i)
    hashes = mixed(jnp.minimum(forward, backward))
    count = words - w + 1
    least, at = hashes[:count], jnp.arange(count)
    start = at
    for i in range(1, w):
        less = hashes[i:i + count] < least
        least = jnp.where(less, hashes[i:i + count], least)
        at = jnp.where(less, start + i, at)
    picked = jnp.zeros(words, bool).at[at].set(True)
    low = (hashes & 255).astype(jnp.int32)
    total = lax.reduce(jnp.where(picked, hashes, 0), jnp.uint64(0), lax.bitwise_xor, (0,))
    return picked, jnp.zeros(256, jnp.int64).at[low].add(picked), total
