import jax
import jax.numpy as jnp
from jax import lax


def turn(x, n):
    return (x >> jnp.uint64(n)) | (x << jnp.uint64(64 - n))


def stir(a, b, c, d, x, y):
    a = a + b + x
    d = turn(d ^ a, 32)
    c = c + d
    b = turn(b ^ c, 24)
    a = a + b + y
    d = turn(d ^ a, 16)
    c = c + d
    return a, turn(b ^ c, 63), c, d


@jax.jit
def blakelanes(messages, order, start, length=64):
    """Four columns at once, then the diagonals by turned rows."""
    blocks, _, lanes = messages.shape
    high = jnp.broadcast_to(start[:, None], (8, lanes))
    h = high.at[0].set(high[0] ^ (jnp.uint64(0x01010000) ^ jnp.asarray(length).astype(jnp.uint64)))

    def block(h, now):
        i, m = now
        tail = high.at[4].set(high[4] ^ (128 * (i + 1)).astype(jnp.uint64))
        tail = tail.at[6].set(jnp.where(i == blocks - 1, ~tail[6], tail[6]))

        def mixing(r, v):
            w = m[order[r % 10]]
            a, b, c, d = stir(v[0:4], v[4:8], v[8:12], v[12:16], w[0:8:2], w[1:8:2])
            b, c, d = jnp.roll(b, -1, axis=0), jnp.roll(c, -2, axis=0), jnp.roll(d, -3, axis=0)
            a, b, c, d = stir(a, b, c, d, w[8::2], w[9::2])
            return jnp.concatenate([a, jnp.roll(b, 1, axis=0), jnp.roll(c, 2, axis=0), jnp.roll(d, 3, axis=0)])

        v = lax.fori_loop(0, 12, mixing, jnp.concatenate([h, tail]))
        return h ^ v[:8] ^ v[8:], None

    return lax.scan(block, h, (jnp.arange(blocks), messages))[0]
