from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(2, 3))
def cipher(data, key, rounds, nonce):
    n = data.shape[0]
    delta = jnp.uint32(0x9E3779B9)

    def one(_, state):
        v0, v1, total = state
        v0 = v0 + ((((v1 << 4) ^ (v1 >> 5)) + v1) ^ (total + key[total & 3]))
        total = total + delta
        v1 = v1 + ((((v0 << 4) ^ (v0 >> 5)) + v0) ^ (total + key[(total >> 11) & 3]))
        return v0, v1, total
    start = jnp.arange(n, dtype=jnp.uint32), jnp.full(n, nonce, dtype=jnp.uint32), jnp.uint32(0)
    v0, v1, _ = lax.fori_loop(0, rounds, one, start)
    data = data ^ jnp.stack([v0, v1], axis=1)
    return lax.reduce(data, jnp.uint32(0), lax.bitwise_xor, (0,)), data
