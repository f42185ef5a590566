import numba as nb
import numpy as np


@nb.njit
def cicdecim(x, taps, rate, shift):
    channels, samples = x.shape
    m = samples // rate
    n = m - taps.size + 1
    out = np.empty((channels, n), np.int16)
    peak = np.zeros(channels, np.int32)
    y = np.empty(m, np.int64)
    for c in range(channels):
        a, b, d = np.uint32(0), np.uint32(0), np.uint32(0)
        p, q, r = np.uint32(0), np.uint32(0), np.uint32(0)
        for i in range(m):
            for k in range(i * rate, (i + 1) * rate):
                a = np.uint32(a + np.uint32(x[c, k]))
                b = np.uint32(b + a)
                d = np.uint32(d + b)
            u = np.uint32(d - p)
            v = np.uint32(u - q)
            w = np.uint32(v - r)
            p, q, r = d, u, v
            y[i] = np.int64(np.int32(w)) >> shift
        for i in range(n):
            acc = 1 << 14
            for k in range(taps.size):
                acc += taps[k] * y[i + k]
            value = min(max(acc >> 15, -32768), 32767)
            out[c, i] = value
            peak[c] = max(peak[c], abs(value))
    return out, peak
