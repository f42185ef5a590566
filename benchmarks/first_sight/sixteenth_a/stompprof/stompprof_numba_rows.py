import numba as nb
import numpy as np


@nb.njit
def profile(ts, w):
    n = ts.size - w + 1
    apart = w // 2
    mu, inv = np.empty(n), np.empty(n)
    c, c2 = np.zeros(ts.size + 1), np.zeros(ts.size + 1)
    for i in range(ts.size):
        c[i + 1] = c[i] + ts[i]
        c2[i + 1] = c2[i] + ts[i] * ts[i]
    for i in range(n):
        mu[i] = (c[i + w] - c[i]) / w
        inv[i] = 1.0 / np.sqrt((c2[i + w] - c2[i]) / w - mu[i] ** 2)
    first, qt, corr = np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        total = 0.0
        for k in range(w):
            total += ts[k] * ts[i + k]
        first[i] = total
        qt[i] = total
    best, where = np.empty(n), np.empty(n, np.int64)
    for i in range(n):
        if i > 0:
            out, into = ts[i - 1], ts[i + w - 1]
            for j in range(n - 1, 0, -1):
                qt[j] = qt[j - 1] - ts[j - 1] * out + ts[j + w - 1] * into
            qt[0] = first[i]
        mine = w * mu[i]
        for j in range(n):
            corr[j] = (qt[j] - mu[j] * mine) * inv[j]
        most, at = -np.inf, 0
        for j in range(0, i - apart):
            if corr[j] > most:
                most, at = corr[j], j
        for j in range(i + apart + 1, n):
            if corr[j] > most:
                most, at = corr[j], j
        best[i] = np.sqrt(max(2.0 * w * (1.0 - most * inv[i] / w), 0.0))
        where[i] = at
    return best, where
