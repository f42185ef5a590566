import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tajimawin(genes, place, width, step):
    n, sites = genes.shape
    count = np.zeros(sites, np.int64)
    for i in range(n):
        for j in range(sites):
            count[j] += genes[i, j]
    a1, a2 = 0.0, 0.0
    for i in range(1, n):
        a1 += 1.0 / i
        a2 += 1.0 / (i * i)
    b1 = (n + 1.0) / (3.0 * (n - 1.0))
    b2 = 2.0 * (n * n + n + 3.0) / (9.0 * n * (n - 1.0))
    e1 = (b1 - 1.0 / a1) / a1
    e2 = (b2 - (n + 2.0) / (a1 * n) + a2 / a1 ** 2) / (a1 ** 2 + a2)
    where, pairs, kept = np.empty(sites, np.int64), np.zeros(sites + 1), 0
    for j in range(sites):
        k = count[j]
        if 0 < k < n:
            where[kept] = place[j]
            pairs[kept + 1] = pairs[kept] + 2.0 * k * (n - k) / (n * (n - 1.0))
            kept += 1
    windows = max(0, -((width - where[kept - 1]) // step))
    start = np.arange(windows) * step
    pi, theta, D = np.empty(windows), np.empty(windows), np.zeros(windows)
    lo, hi = 0, 0
    for t in range(windows):
        while where[lo] < start[t]:
            lo += 1
        while where[hi] < start[t] + width:
            hi += 1
        s, p = hi - lo, pairs[hi] - pairs[lo]
        pi[t], theta[t] = p / width, s / a1 / width
        if s > 0:
            D[t] = (p - s / a1) / np.sqrt(e1 * s + e2 * s * (s - 1))
    return start, pi, theta, D
