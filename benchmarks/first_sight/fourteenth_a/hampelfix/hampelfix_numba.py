import numba as nb
import numpy as np


@nb.njit
def median(w):
    """Of an odd number of values, which are sorted."""
    for i in range(1, w.size):
        v = w[i]
        j = i - 1
        while j >= 0 and w[j] > v:
            w[j + 1] = w[j]
            j -= 1
        w[j + 1] = v
    return w[w.size // 2]


@nb.njit
def repair(x, k, sigmas=3.0):
    m, n = x.shape
    size = 2 * k + 1
    counts = np.zeros(m, np.int64)
    w = np.empty(size)
    padded = np.empty(n + 2 * k)
    for r in range(m):
        for i in range(n + 2 * k):
            padded[i] = x[r, min(max(i - k, 0), n - 1)]
        for i in range(n):
            for j in range(size):
                w[j] = padded[i + j]
            middle = median(w)
            for j in range(size):
                w[j] = abs(w[j] - middle)
            spread = 1.4826 * median(w)
            if abs(x[r, i] - middle) > sigmas * spread:
                x[r, i] = middle
                counts[r] += 1
    return counts
