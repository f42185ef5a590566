import numba as nb
import numpy as np


@nb.njit
def turn(x, by):
    return np.uint32((x << np.uint32(by)) | (x >> np.uint32(32 - by)))


@nb.njit
def quarter(s, a, b, c, d):
    s[a] += s[b]
    s[d] = turn(s[d] ^ s[a], 16)
    s[c] += s[d]
    s[b] = turn(s[b] ^ s[c], 12)
    s[a] += s[b]
    s[d] = turn(s[d] ^ s[a], 8)
    s[c] += s[d]
    s[b] = turn(s[b] ^ s[c], 7)


@nb.njit
def keystream(key, nonce, blocks):
    out = np.empty((blocks, 16), dtype=np.uint32)
    start = np.empty(16, dtype=np.uint32)
    start[0], start[1], start[2], start[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    start[4:12] = key
    start[13:] = nonce
    s = np.empty(16, dtype=np.uint32)
    for block in range(blocks):
        start[12] = block
        s[:] = start
        for _ in range(10):
            for i in range(4):
                quarter(s, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        for i in range(16):
            out[block, i] = s[i] + start[i]
    return out
