from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def turn(x, by):
    return (x << jnp.uint32(by)) | (x >> jnp.uint32(32 - by))


def quarter(a, b, c, d):
    a = a + b
    d = turn(d ^ a, 16)
    c = c + d
    b = turn(b ^ c, 12)
    a = a + b
    d = turn(d ^ a, 8)
    c = c + d
    return a, turn(b ^ c, 7), c, d


@partial(jax.jit, static_argnums=2)
def keystream(key, nonce, blocks):
    words = jnp.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], dtype=jnp.uint32)
    rows = [words[i] for i in range(4)] + [key[i] for i in range(8)] + [jnp.arange(blocks, dtype=jnp.uint32)] + [nonce[i] for i in range(3)]
    start = jnp.stack([jnp.broadcast_to(row, (blocks,)) for row in rows])

    def rounds(_, s):
        a, b, c, d = quarter(s[0:4], s[4:8], s[8:12], s[12:16])
        a, b, c, d = quarter(a, jnp.roll(b, -1, 0), jnp.roll(c, -2, 0), jnp.roll(d, -3, 0))
        return jnp.concatenate([a, jnp.roll(b, 1, 0), jnp.roll(c, 2, 0), jnp.roll(d, 3, 0)])
    return (lax.fori_loop(0, 10, rounds, start) + start).T
