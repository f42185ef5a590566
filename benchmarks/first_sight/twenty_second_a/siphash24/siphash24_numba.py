import numba as nb
import numpy as np


@nb.njit(inline="always")
def turn(x, bits):
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


@nb.njit(inline="always")
def mix(a, b, c, d):
    a += b
    c += d
    b = turn(b, 13) ^ a
    d = turn(d, 16) ^ c
    a = turn(a, 32)
    c += b
    a += d
    b = turn(b, 17) ^ c
    d = turn(d, 21) ^ a
    return a, b, turn(c, 32), d


@nb.njit
def siphash24(messages, key):
    n, words = messages.shape
    digest, counts = np.empty(n, np.uint64), np.zeros(256, np.int64)
    last = np.uint64((8 * words) % 256) << np.uint64(56)
    for i in range(n):
        a = key[0] ^ np.uint64(0x736F6D6570736575)
        b = key[1] ^ np.uint64(0x646F72616E646F6D)
        c = key[0] ^ np.uint64(0x6C7967656E657261)
        d = key[1] ^ np.uint64(0x7465646279746573)
        for w in range(words):
            m = messages[i, w]
            d ^= m
            a, b, c, d = mix(a, b, c, d)
            a, b, c, d = mix(a, b, c, d)
            a ^= m
        d ^= last
        a, b, c, d = mix(a, b, c, d)
        a, b, c, d = mix(a, b, c, d)
        a ^= last
        c ^= np.uint64(0xFF)
        for _ in range(4):
            a, b, c, d = mix(a, b, c, d)
        h = a ^ b ^ c ^ d
        digest[i] = h
        counts[h >> np.uint64(56)] += 1
    return digest, counts
