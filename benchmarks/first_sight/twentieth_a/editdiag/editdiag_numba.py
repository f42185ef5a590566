import numba as nb
import numpy as np


@nb.njit
def edit(a, b, cost, gap=3, swap=4):
    """By rows of the table; the least of a diagonal is kept as it comes."""
    n, m = a.size, b.size
    last = np.full(n + m + 1, 1 << 28, np.int32)
    d = np.empty((3, m + 1), np.int32)
    for j in range(m + 1):
        d[0, j] = j * gap
        last[j] = min(last[j], d[0, j])
    for i in range(1, n + 1):
        here, up, upper = d[i % 3], d[(i + 2) % 3], d[(i + 1) % 3]
        here[0] = i * gap
        last[i] = min(last[i], here[0])
        x = a[i - 1]
        for j in range(1, m + 1):
            y = b[j - 1]
            v = min(min(here[j - 1], up[j]) + gap, up[j - 1] + cost[x, y])
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                v = min(v, upper[j - 2] + swap)
            here[j] = v
            last[i + j] = min(last[i + j], v)
    last[:2] = 0
    return d[n % 3, m], last
