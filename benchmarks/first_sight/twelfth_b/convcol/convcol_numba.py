import numba as nb
import numpy as np


@nb.njit
def convcol(x, w, bias):
    n, h, wd, cin = x.shape
    k, cout = w.shape[0], w.shape[3]
    rows, cols = h - k + 1, wd - k + 1
    flat = np.empty((n * rows * cols, k * k * cin), np.float32)
    r = 0
    for b in range(n):
        for y in range(rows):
            for z in range(cols):
                place = 0
                for i in range(k):
                    for j in range(k):
                        for c in range(cin):
                            flat[r, place] = x[b, y + i, z + j, c]
                            place += 1
                r += 1
    out = np.dot(flat, w.reshape(k * k * cin, cout))
    for r in range(out.shape[0]):
        for c in range(cout):
            out[r, c] = min(max(out[r, c] + bias[c], np.float32(0)), np.float32(6))
    return out.reshape(n, rows, cols, cout)
