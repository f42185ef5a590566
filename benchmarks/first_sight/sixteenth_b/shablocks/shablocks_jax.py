import jax
import jax.numpy as jnp
from jax import lax


def rotr(x, k):
    return (x >> jnp.uint32(k)) | (x << jnp.uint32(32 - k))


def rounds(state, given):
    w, k = given
    a, b, c, d, e, f, g, h = state
    t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + k + w
    t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    return (t1 + t2, a, b, c, d + t1, e, f, g), None


def expand(last, _):
    x, y = last[1], last[14]
    s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >> jnp.uint32(3))
    s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >> jnp.uint32(10))
    new = last[0] + s0 + last[9] + s1
    return (*last[1:], new), new


@jax.jit
def digests(words, table, start):
    n = words.shape[0]
    state = tuple(jnp.broadcast_to(s, (n,)) for s in start)
    for k in range(words.shape[1]):
        block = words[:, k].T
        _, more = lax.scan(expand, tuple(block), None, length=48)
        after, _ = lax.scan(rounds, state, (jnp.concatenate([block, more]), table))
        state = tuple(s + t for s, t in zip(state, after))
    return jnp.stack(state, axis=1)
