import numba as nb
import numpy as np


@nb.njit
def convolve(x, w, bias, stride=2):
    n, h, width, cin = x.shape
    k, cout = w.shape[0], w.shape[3]
    rows = (h - k) // stride + 1
    cols = (width - k) // stride + 1
    out = np.empty((n, rows, cols, cout), np.float32)
    acc = np.empty(cout, np.float32)
    for b in range(n):
        for i in range(rows):
            for j in range(cols):
                acc[:] = bias
                for di in range(k):
                    for dj in range(k):
                        for c in range(cin):
                            v = x[b, i * stride + di, j * stride + dj, c]
                            for o in range(cout):
                                acc[o] += v * w[di, dj, c, o]
                for o in range(cout):
                    out[b, i, j, o] = acc[o] if acc[o] > 0 else np.float32(0.1) * acc[o]
    return out
