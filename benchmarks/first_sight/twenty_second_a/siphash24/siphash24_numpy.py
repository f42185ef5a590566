import numpy as np


def turn(x, bits):
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


def mix(v):
    """A round of additions, turns and exclusive ors, in place."""
    v[0] += v[1]
    v[2] += v[3]
    v[1] = turn(v[1], 13) ^ v[0]
    v[3] = turn(v[3], 16) ^ v[2]
    v[0] = turn(v[0], 32)
    v[2] += v[1]
    v[0] += v[3]
    v[1] = turn(v[1], 17) ^ v[2]
    v[3] = turn(v[3], 21) ^ v[0]
    v[2] = turn(v[2], 32)


def siphash24(messages, key):
    """Aumasson and Bernstein's keyed hash of messages of whole words, and how many fall into each of 256 drawers."""
    n, words = messages.shape
    v = np.empty((4, n), dtype=np.uint64)
    v[0] = key[0] ^ np.uint64(0x736F6D6570736575)
    v[1] = key[1] ^ np.uint64(0x646F72616E646F6D)
    v[2] = key[0] ^ np.uint64(0x6C7967656E657261)
    v[3] = key[1] ^ np.uint64(0x7465646279746573)
    for w in range(words):
        v[3] ^= messages[:, w]
        mix(v)
        mix(v)
        v[0] ^= messages[:, w]
    last = np.uint64((8 * words) % 256) << np.uint64(56)
    v[3] ^= last
    mix(v)
    mix(v)
    v[0] ^= last
    v[2] ^= np.uint64(0xFF)
    for _ in range(4):
        mix(v)
    digest = v[0] ^ v[1] ^ v[2] ^ v[3]
    return digest, np.bincount((digest >> np.uint64(56)).astype(np.int64), minlength=256)
