import numpy as np


def below(d, e2, x, tiny=1e-290):
    """How many eigenvalues are less than each x."""
    pivot = d[0] - x
    count = (pivot < 0).astype(np.int64)
    for i in range(1, d.size):
        pivot = np.where(np.abs(pivot) < tiny, -tiny, pivot)
        pivot = d[i] - x - e2[i - 1] / pivot
        count += pivot < 0
    return count


def bisect(d, e, steps):
    n = d.size
    radius = np.zeros(n)
    radius[:-1] += np.abs(e)
    radius[1:] += np.abs(e)
    low = np.full(n, np.min(d - radius))
    high = np.full(n, np.max(d + radius))
    wanted = np.arange(n)
    for step in range(steps):
        middle = 0.5 * (low + high)
        less = below(d, e**2, middle) > wanted
        high[less] = middle[less]
        low[~less] = middle[~less]
    return 0.5 * (low + high)
