import numba as nb
import numpy as np


@nb.njit
def lstm(x, wx, wh, bias, h, c):
    T, n, d = x.shape
    hidden = h.shape[1]
    out = np.empty((T, n, hidden), np.float32)
    one = np.float32(1)
    every = np.dot(x.reshape(T * n, d), wx).reshape(T, n, 4 * hidden)
    c = c.copy()
    for t in range(T):
        z = np.dot(h if t == 0 else out[t - 1], wh)
        for b in range(n):
            for j in range(hidden):
                i = z[b, j] + every[t, b, j] + bias[j]
                f = z[b, hidden + j] + every[t, b, hidden + j] + bias[hidden + j] + one
                g = z[b, 2 * hidden + j] + every[t, b, 2 * hidden + j] + bias[2 * hidden + j]
                o = z[b, 3 * hidden + j] + every[t, b, 3 * hidden + j] + bias[3 * hidden + j]
                c[b, j] = c[b, j] / (one + np.exp(-f)) + np.tanh(g) / (one + np.exp(-i))
                out[t, b, j] = np.tanh(c[b, j]) / (one + np.exp(-o))
    return out, c
