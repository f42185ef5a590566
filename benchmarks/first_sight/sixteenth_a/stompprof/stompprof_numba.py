import numba as nb
import numpy as np


@nb.njit
def profile(ts, w):
    """Diagonal by diagonal: each pair once, for both its windows."""
    n = ts.size - w + 1
    apart = w // 2
    mu, inv = np.empty(n), np.empty(n)
    s, s2 = 0.0, 0.0
    for i in range(w):
        s += ts[i]
        s2 += ts[i] * ts[i]
    for i in range(n):
        if i > 0:
            s += ts[i + w - 1] - ts[i - 1]
            s2 += ts[i + w - 1] ** 2 - ts[i - 1] ** 2
        mu[i] = s / w
        inv[i] = 1.0 / np.sqrt(s2 / w - mu[i] ** 2)
    best, where = np.full(n, -np.inf), np.full(n, -1)
    for lag in range(apart + 1, n):
        qt = 0.0
        for k in range(w):
            qt += ts[k] * ts[lag + k]
        for i in range(n - lag):
            j = i + lag
            if i > 0:
                qt += ts[i + w - 1] * ts[j + w - 1] - ts[i - 1] * ts[j - 1]
            corr = (qt - w * mu[i] * mu[j]) * (inv[i] * inv[j])
            if corr > best[i]:
                best[i], where[i] = corr, j
            if corr > best[j]:
                best[j], where[j] = corr, i
    for i in range(n):
        best[i] = np.sqrt(max(2.0 * w * (1.0 - best[i] / w), 0.0))
    return best, where
