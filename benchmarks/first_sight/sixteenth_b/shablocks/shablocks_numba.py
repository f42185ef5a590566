import numba as nb
import numpy as np

LANES = 32


@nb.njit(inline="always")
def rotr(x, k):
    return x >> nb.uint32(k) | x << nb.uint32(32 - k)


@nb.njit
def digests(words, table, start):
    """Messages in groups, so that the innermost loops run over messages."""
    n, blocks, _ = words.shape
    out = np.empty((n, 8), np.uint32)
    w = np.empty((64, LANES), np.uint32)
    state = np.empty((8, LANES), np.uint32)
    s = np.empty((8, LANES), np.uint32)
    for first in range(0, n, LANES):
        here = min(LANES, n - first)
        for q in range(8):
            state[q] = start[q]
        for block in range(blocks):
            for t in range(16):
                for l in range(here):
                    w[t, l] = words[first + l, block, t]
            for t in range(16, 64):
                for l in range(LANES):
                    x, y = w[t - 15, l], w[t - 2, l]
                    s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >> nb.uint32(3))
                    s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >> nb.uint32(10))
                    w[t, l] = w[t - 16, l] + s0 + w[t - 7, l] + s1
            s[:] = state
            for t in range(64):
                i = 64 - t
                A, B, C, D = s[i & 7], s[(i + 1) & 7], s[(i + 2) & 7], s[(i + 3) & 7]
                E, F, G, H = s[(i + 4) & 7], s[(i + 5) & 7], s[(i + 6) & 7], s[(i + 7) & 7]
                k = table[t]
                for l in range(LANES):
                    e, a = E[l], A[l]
                    s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
                    t1 = H[l] + s1 + ((e & F[l]) ^ (~e & G[l])) + k + w[t, l]
                    s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
                    D[l] += t1
                    H[l] = t1 + s0 + ((a & B[l]) ^ (a & C[l]) ^ (B[l] & C[l]))
            for q in range(8):
                for l in range(LANES):
                    state[q, l] += s[q, l]
        for l in range(here):
            for q in range(8):
                out[first + l, q] = state[q, l]
    return out
