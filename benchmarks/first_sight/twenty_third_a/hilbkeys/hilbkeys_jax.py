from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def hilbkeys(points, values, bits):
    x = list(jnp.floor(points.T * 2.0 ** bits).astype(jnp.uint32))
    for b in range(bits - 1, 0, -1):
        q, p = jnp.uint32(1 << b), jnp.uint32((1 << b) - 1)
        for i in range(3):
            high = (x[i] & q) != 0
            swap = jnp.where(high, jnp.uint32(0), (x[0] ^ x[i]) & p)
            x[0] = x[0] ^ jnp.where(high, p, swap)
            x[i] = x[i] ^ swap
    x[1] = x[1] ^ x[0]
    x[2] = x[2] ^ x[1]
    flip = jnp.zeros_like(x[0])
    for b in range(bits - 1, 0, -1):
        flip = flip ^ jnp.where((x[2] & jnp.uint32(1 << b)) != 0, jnp.uint32((1 << b) - 1), jnp.uint32(0))
    x = [w ^ flip for w in x]
    keys = jnp.zeros(points.shape[0], dtype=jnp.uint64)
    for b in range(bits - 1, -1, -1):
        for i in range(3):
            keys = (keys << jnp.uint64(1)) | ((x[i] >> jnp.uint32(b)) & jnp.uint32(1)).astype(jnp.uint64)
    order = jnp.argsort(keys, stable=True)
    along = points[order]
    step = jnp.sqrt(jnp.sum(jnp.diff(along, axis=0) ** 2, axis=1))
    ordered = values[order]
    weight = jnp.exp(-step / jnp.mean(step))
    smooth = ordered.at[1:].add(weight * ordered[:-1]).at[:-1].add(weight * ordered[1:])
    return keys, order, jnp.zeros_like(smooth).at[order].set(smooth), jnp.sum(step)
