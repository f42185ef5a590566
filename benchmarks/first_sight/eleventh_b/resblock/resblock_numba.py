import numba as nb
import numpy as np


@nb.njit
def normalised(x, rectify):
    """Rows of channels, in place."""
    m, c = x.shape
    mean = np.zeros(c, np.float32)
    var = np.zeros(c, np.float32)
    for r in range(m):
        for o in range(c):
            mean[o] += x[r, o]
    mean /= np.float32(m)
    for r in range(m):
        for o in range(c):
            d = x[r, o] - mean[o]
            var[o] += d * d
    scale = np.float32(1.0) / np.sqrt(var / np.float32(m) + np.float32(1e-5))
    for r in range(m):
        for o in range(c):
            v = (x[r, o] - mean[o]) * scale[o]
            x[r, o] = max(v, np.float32(0)) if rectify else v


@nb.njit
def block(x, w1, w2, w3):
    n, h, wd, c = x.shape
    mid = w1.shape[1]
    rows = n * h * wd
    y = x.reshape(rows, c) @ w1
    normalised(y, True)
    patches = np.zeros((n, h, wd, 3, 3, mid), np.float32)
    z = y.reshape(n, h, wd, mid)
    for s in range(n):
        for i in range(h):
            for j in range(wd):
                for di in range(max(0, 1 - i), min(3, h + 1 - i)):
                    for dj in range(max(0, 1 - j), min(3, wd + 1 - j)):
                        for o in range(mid):
                            patches[s, i, j, di, dj, o] = z[s, i + di - 1, j + dj - 1, o]
    y = patches.reshape(rows, 9 * mid) @ w2.reshape(9 * mid, mid)
    normalised(y, True)
    out = y @ w3
    normalised(out, False)
    flat = x.reshape(rows, c)
    for r in range(rows):
        for o in range(c):
            out[r, o] = max(out[r, o] + flat[r, o], np.float32(0))
    return out.reshape(n, h, wd, c)
