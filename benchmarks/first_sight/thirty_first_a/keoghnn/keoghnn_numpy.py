import numpy as np


def envelope(x, band):
    n = x.size
    low, high = np.empty(n), np.empty(n)
    for i in range(n):
        near = x[max(0, i - band):min(n, i + band + 1)]
        low[i], high[i] = near.min(), near.max()
    return low, high


def warped(a, b, band, best):
    """Squared distance under warping, or infinity as soon as it cannot be less than the best."""
    n = a.size
    before = np.full(n + 1, np.inf)
    before[0] = 0.0
    for i in range(1, n + 1):
        now = np.full(n + 1, np.inf)
        least = np.inf
        for j in range(max(1, i - band), min(n, i + band) + 1):
            now[j] = (a[i - 1] - b[j - 1]) ** 2 + min(before[j], before[j - 1], now[j - 1])
            least = min(least, now[j])
        if least >= best:
            return np.inf
        before = now
    return before[n]


def keoghnn(queries, library, band):
    nearest = np.full(queries.shape[0], -1)
    distance = np.full(queries.shape[0], np.inf)
    skipped = 0
    for q in range(queries.shape[0]):
        low, high = envelope(queries[q], band)
        for s in range(library.shape[0]):
            x = library[s]
            above, below = np.maximum(x - high, 0.0), np.maximum(low - x, 0.0)
            if np.sum(above * above + below * below) >= distance[q]:
                skipped += 1
                continue
            d = warped(queries[q], x, band, distance[q])
            if d < distance[q]:
                nearest[q], distance[q] = s, d
    return nearest, np.sqrt(distance), skipped
