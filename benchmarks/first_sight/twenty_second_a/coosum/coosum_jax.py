from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def ordered(row, col, val, n):
    key, val = jax.lax.sort((row * n + col, val), num_keys=1, is_stable=True)
    group = jnp.cumsum(jnp.concatenate((jnp.zeros(1, jnp.int64), (key[1:] != key[:-1]).astype(jnp.int64))))
    return key, val, group


@partial(jax.jit, static_argnums=4)
def gathered(key, val, group, x, many):
    n = x.size
    data = jax.ops.segment_sum(val, group, num_segments=many, indices_are_sorted=True)
    places = jnp.zeros(many, key.dtype).at[group].set(key)
    rows, indices = jnp.divmod(places, n)
    indptr = jnp.concatenate((jnp.zeros(1, jnp.int64), jnp.cumsum(jnp.bincount(rows, length=n))))
    return indptr, indices, data, jax.ops.segment_sum(data * x[indices], rows, num_segments=n, indices_are_sorted=True)


def coosum(row, col, val, x):
    key, val, group = ordered(row, col, val, x.shape[0])
    return gathered(key, val, group, x, int(group[-1]) + 1)
