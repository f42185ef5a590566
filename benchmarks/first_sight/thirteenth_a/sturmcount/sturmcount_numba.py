import numba as nb
import numpy as np


@nb.njit
def bisect(d, e, steps):
    n = d.size
    bottom, top = np.inf, -np.inf
    for i in range(n):
        radius = 0.0
        if i > 0:
            radius += abs(e[i - 1])
        if i < n - 1:
            radius += abs(e[i])
        bottom = min(bottom, d[i] - radius)
        top = max(top, d[i] + radius)
    e2 = e * e
    low, high = np.full(n, bottom), np.full(n, top)
    middle, pivot = np.empty(n), np.empty(n)
    count = np.empty(n, np.int64)
    for step in range(steps):
        for k in range(n):
            middle[k] = 0.5 * (low[k] + high[k])
            pivot[k] = d[0] - middle[k]
            count[k] = pivot[k] < 0
        for i in range(1, n):
            for k in range(n):
                p = pivot[k] if abs(pivot[k]) >= 1e-290 else -1e-290
                p = d[i] - middle[k] - e2[i - 1] / p
                count[k] += p < 0
                pivot[k] = p
        for k in range(n):
            if count[k] > k:
                high[k] = middle[k]
            else:
                low[k] = middle[k]
    return 0.5 * (low + high)
