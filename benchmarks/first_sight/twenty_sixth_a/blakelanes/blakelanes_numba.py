import numba as nb
import numpy as np


@nb.njit(error_model="numpy", inline="always")
def turn(x, n):
    return (x >> np.uint64(n)) | (x << np.uint64(64 - n))


@nb.njit(error_model="numpy")
def stir(v, a, b, c, d, x, y):
    """Some lanes at a time, so that the processor does them in vectors."""
    for i in range(v.shape[1]):
        va, vb, vc, vd = v[a, i], v[b, i], v[c, i], v[d, i]
        va += vb + x[i]
        vd = turn(vd ^ va, 32)
        vc += vd
        vb = turn(vb ^ vc, 24)
        va += vb + y[i]
        vd = turn(vd ^ va, 16)
        vc += vd
        vb = turn(vb ^ vc, 63)
        v[a, i], v[b, i], v[c, i], v[d, i] = va, vb, vc, vd


@nb.njit(error_model="numpy")
def blakelanes(messages, order, start, length=64):
    blocks, _, lanes = messages.shape
    h = np.empty((8, lanes), np.uint64)
    for k in range(8):
        h[k] = start[k]
    h[0] ^= np.uint64(0x01010000 ^ length)
    room = np.empty((16, 64), np.uint64)
    for low in range(0, lanes, 64):
        wide = min(64, lanes - low)
        v = room[:, :wide]
        for i in range(blocks):
            m = messages[i, :, low:low + wide]
            v[:8] = h[:, low:low + wide]
            for k in range(8):
                v[8 + k] = start[k]
            v[12] ^= np.uint64(128 * (i + 1))
            if i == blocks - 1:
                v[14] = ~v[14]
            for r in range(12):
                s = order[r % 10]
                for k in range(4):
                    stir(v, k, 4 + k, 8 + k, 12 + k, m[s[2 * k]], m[s[2 * k + 1]])
                for k in range(4):
                    stir(v, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4, m[s[8 + 2 * k]], m[s[9 + 2 * k]])
            for k in range(8):
                for j in range(wide):
                    h[k, low + j] ^= v[k, j] ^ v[8 + k, j]
    return h
