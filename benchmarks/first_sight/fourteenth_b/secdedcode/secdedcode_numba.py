import numba as nb
import numpy as np


@nb.njit
def parity(v):
    v ^= v >> 8
    v ^= v >> 4
    v ^= v >> 2
    v ^= v >> 1
    return v & 1


@nb.njit
def mended(data, noise):
    """Bit i of a word in one integer is place i."""
    n = data.size
    places = np.array([3, 5, 6, 7, 9, 10, 11, 12])
    masks = np.zeros(4, np.int64)
    for c in range(4):
        for i in range(1, 13):
            if i >> c & 1:
                masks[c] |= 1 << i
    words = np.zeros(256, np.int64)
    for b in range(256):
        w = 0
        for k in range(8):
            w |= (b >> (7 - k) & 1) << places[k]
        for c in range(4):
            w |= parity(w & masks[c]) << (1 << c)
        words[b] = w | parity(w)
    bytes_of = np.zeros(8192, np.uint8)
    for w in range(8192):
        b = 0
        for k in range(8):
            b |= (w >> places[k] & 1) << (7 - k)
        bytes_of[w] = b
    syndromes = np.zeros(8192, np.int64)
    for w in range(8192):
        for c in range(4):
            syndromes[w] |= parity(w & masks[c]) << c
        syndromes[w] |= parity(w) << 4
    out = np.empty(n, np.uint8)
    single, double = 0, 0
    for i in range(n):
        w = words[data[i]]
        for k in range(13):
            w ^= np.int64(noise[i, k]) << k
        state = syndromes[w]
        at = state & 15
        if state & 16:
            single += 1
            out[i] = bytes_of[w ^ (1 << at) if at < 13 else w]
        elif at:
            double += 1
            out[i] = 0
        else:
            out[i] = bytes_of[w]
    return out, single, double
