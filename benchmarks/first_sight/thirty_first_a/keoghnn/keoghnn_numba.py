import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def envelope(x, band, low, high):
    n = x.size
    for i in range(n):
        a = b = x[i]
        for j in range(max(0, i - band), min(n, i + band + 1)):
            a, b = min(a, x[j]), max(b, x[j])
        low[i], high[i] = a, b


@nb.njit(error_model="numpy")
def bound(x, low, high, best):
    total = 0.0
    for i in range(x.size):
        over = max(x[i] - high[i], low[i] - x[i], 0.0)
        total += over * over
        if total >= best:
            return total
    return total


@nb.njit(error_model="numpy")
def warped(a, b, band, best, before, now):
    n = a.size
    before[:] = np.inf
    now[:] = np.inf
    before[0] = 0.0
    for i in range(1, n + 1):
        first, last = max(1, i - band), min(n, i + band)
        least, left = np.inf, np.inf
        for j in range(first, last + 1):
            d = a[i - 1] - b[j - 1]
            left = d * d + min(before[j], before[j - 1], left)
            now[j] = left
            least = min(least, left)
        now[first - 1] = np.inf
        if least >= best:
            return np.inf
        before, now = now, before
    return before[n]


@nb.njit(error_model="numpy")
def keoghnn(queries, library, band):
    m, n = queries.shape
    nearest, distance = np.full(m, -1), np.full(m, np.inf)
    low, high, before, now = np.empty(n), np.empty(n), np.empty(n + 1), np.empty(n + 1)
    skipped = 0
    for q in range(m):
        envelope(queries[q], band, low, high)
        for s in range(library.shape[0]):
            if bound(library[s], low, high, distance[q]) >= distance[q]:
                skipped += 1
                continue
            d = warped(queries[q], library[s], band, distance[q], before, now)
            if d < distance[q]:
                nearest[q], distance[q] = s, d
    return nearest, np.sqrt(distance), skipped
