import numba as nb
import numpy as np


@nb.njit
def conv_pool(x, w, b):
    n, hx, wx, cin = x.shape
    k, cout = w.shape[0], w.shape[3]
    h, wd = hx - k + 1, wx - k + 1
    out = np.zeros((n, h // 2, wd // 2, cout), np.float32)
    acc = np.empty(cout, np.float32)
    for s in range(n):
        for i in range(h // 2 * 2):
            for j in range(wd // 2 * 2):
                acc[:] = b
                for di in range(k):
                    for dj in range(k):
                        for c in range(cin):
                            v = x[s, i + di, j + dj, c]
                            for o in range(cout):
                                acc[o] += v * w[di, dj, c, o]
                for o in range(cout):
                    out[s, i // 2, j // 2, o] = max(out[s, i // 2, j // 2, o], acc[o])
    return out


@nb.njit
def classify(x, w1, b1, w2, b2, w3, b3, w4, b4):
    x = conv_pool(conv_pool(x, w1, b1), w2, b2)
    y = np.maximum(x.reshape(x.shape[0], -1) @ w3 + b3, np.float32(0))
    z = y @ w4 + b4
    for i in range(z.shape[0]):
        e = np.exp(z[i] - z[i].max())
        z[i] = e / e.sum()
    return z
