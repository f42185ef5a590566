import numba as nb
import numpy as np


@nb.njit
def causalattn(x, wq, wk, wv, wo, H):
    T, E = x.shape
    d = E // H
    q, k, v = np.dot(x, wq), np.dot(x, wk), np.dot(x, wv)
    y = np.zeros((T, E), dtype=np.float32)
    scale = np.float32(1.0) / np.sqrt(np.float32(d))
    for h in range(H):
        a, b, c = q[:, h * d:(h + 1) * d].copy(), k[:, h * d:(h + 1) * d].copy(), v[:, h * d:(h + 1) * d].copy()
        s = np.dot(a, b.T)
        for i in range(T):
            top = s[i, 0]
            for j in range(1, i + 1):
                top = max(top, s[i, j])
            total = np.float32(0.0)
            for j in range(i + 1):
                s[i, j] = np.exp((s[i, j] - top) * scale)
                total += s[i, j]
            for j in range(i + 1):
                s[i, j] /= total
            for j in range(i + 1, T):
                s[i, j] = np.float32(0.0)
        y[:, h * d:(h + 1) * d] = np.dot(s, c)
    y = x + np.dot(y, wo)
    for i in range(T):
        mean = np.float32(0.0)
        for j in range(E):
            mean += y[i, j]
        mean /= np.float32(E)
        var = np.float32(0.0)
        for j in range(E):
            var += (y[i, j] - mean) ** 2
        f = np.float32(1.0) / np.sqrt(var / np.float32(E) + np.float32(1e-5))
        for j in range(E):
            y[i, j] = (y[i, j] - mean) * f
    return y
