from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def cicdecim(x, taps, rate, shift):
    for _ in range(3):
        x = jnp.cumsum(x, axis=1, dtype=jnp.int32)
    y = x[:, rate - 1::rate]
    for _ in range(3):
        y = jnp.concatenate((y[:, :1], y[:, 1:] - y[:, :-1]), axis=1)
    y = (y >> shift).astype(jnp.int64)
    n = y.shape[1] - taps.size + 1
    acc = sum(taps[k] * y[:, k:k + n] for k in range(taps.size)) + (1 << 14)
    out = jnp.clip(acc >> 15, -32768, 32767).astype(jnp.int16)
    return out, jnp.max(jnp.abs(out.astype(jnp.int32)), axis=1)
