import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def ranslanes(symbols, bits=12):
    lanes, n = symbols.shape
    counts = jnp.bincount(symbols.ravel(), length=256)
    freq = jnp.where(counts > 0, jnp.maximum(1, (counts << bits) // (lanes * n)), 0)
    freq = freq.at[jnp.argmax(freq)].add((1 << bits) - jnp.sum(freq))
    start = (jnp.cumsum(freq) - freq).astype(jnp.uint32)
    freq = freq.astype(jnp.uint32)
    every = jnp.arange(lanes)
    half = jnp.uint32(16)

    def put(state, s):
        words, used, x = state
        f = freq[s]
        full = x >= f << (32 - bits)
        words = words.at[every, used].set(jnp.where(full, x, 0).astype(jnp.uint16))
        x = jnp.where(full, x >> half, x)
        return (words, used + full, (x // f << bits) + x % f + start[s]), None

    none = jnp.zeros((lanes, n + 2), jnp.uint16)
    begin = (none, jnp.zeros(lanes, jnp.int64), jnp.full(lanes, 1 << 16, jnp.uint32))
    (words, used, x), _ = lax.scan(put, begin, symbols.T, reverse=True)
    words = words.at[every, used].set(x.astype(jnp.uint16)).at[every, used + 1].set((x >> half).astype(jnp.uint16))
    table = jnp.searchsorted(start + freq, jnp.arange(4096, dtype=jnp.uint32), side="right").astype(jnp.uint8)

    def get(state, _):
        x, at = state
        slot = x & ((1 << bits) - 1)
        s = table[slot]
        x = freq[s] * (x >> bits) + slot - start[s]
        low = x < 1 << 16
        at = at - low
        x = jnp.where(low, x << half | words[every, at].astype(jnp.uint32), x)
        return (x, at), s

    _, decoded = lax.scan(get, (x, used), None, length=n)
    return words, used + 2, jnp.array_equal(decoded.T, symbols), decoded.T
