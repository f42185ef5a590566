import numpy as np


def turn(x, n):
    return (x >> np.uint64(n)) | (x << np.uint64(64 - n))


def stir(v, a, b, c, d, x, y):
    v[a] += v[b] + x
    v[d] = turn(v[d] ^ v[a], 32)
    v[c] += v[d]
    v[b] = turn(v[b] ^ v[c], 24)
    v[a] += v[b] + y
    v[d] = turn(v[d] ^ v[a], 16)
    v[c] += v[d]
    v[b] = turn(v[b] ^ v[c], 63)


def blakelanes(messages, order, start, length=64):
    """BLAKE2b of many messages side by side."""
    blocks, _, lanes = messages.shape
    h = np.repeat(start[:, None], lanes, axis=1)
    h[0] ^= np.uint64(0x01010000 ^ length)
    for i in range(blocks):
        m = messages[i]
        v = np.concatenate((h, np.repeat(start[:, None], lanes, axis=1)))
        v[12] ^= np.uint64(128 * (i + 1))
        if i == blocks - 1:
            v[14] = ~v[14]
        for r in range(12):
            s = order[r % 10]
            for k in range(4):
                stir(v, k, 4 + k, 8 + k, 12 + k, m[s[2 * k]], m[s[2 * k + 1]])
            for k in range(4):
                stir(v, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4, m[s[8 + 2 * k]], m[s[9 + 2 * k]])
        h ^= v[:8] ^ v[8:]
    return h
