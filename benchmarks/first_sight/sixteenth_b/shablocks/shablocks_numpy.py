import numpy as np


def rotr(x, k):
    return (x >> np.uint32(k)) | (x << np.uint32(32 - k))


def expand(block):
    """The 16 words of a block and 48 more, first axis the word."""
    w = np.empty((64, block.shape[0]), dtype=np.uint32)
    w[:16] = block.T
    for t in range(16, 64):
        s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> np.uint32(3))
        s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> np.uint32(10))
        w[t] = w[t - 16] + s0 + w[t - 7] + s1
    return w


def digests(words, table, start):
    """Digests of 256 bits of many messages of equal length, side by side."""
    n, blocks, _ = words.shape
    state = np.repeat(start[:, None], n, axis=1)
    for k in range(blocks):
        w = expand(words[:, k])
        a, b, c, d, e, f, g, h = state
        for t in range(64):
            s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
            choice = (e & f) ^ (~e & g)
            t1 = h + s1 + choice + table[t] + w[t]
            s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
            majority = (a & b) ^ (a & c) ^ (b & c)
            h, g, f, e, d, c, b, a = g, f, e, d + t1, c, b, a, t1 + s0 + majority
        state = state + np.stack([a, b, c, d, e, f, g, h])
    return state.T.copy()
