import numpy as np


def spgemm(ptr, col, val):
    """The square of a matrix, columns of each row in order."""
    n = ptr.size - 1
    most = int(np.sum(np.diff(ptr)[col]))
    rows = np.zeros(n + 1, dtype=np.int64)
    columns = np.empty(most, dtype=np.int64)
    values = np.empty(most)
    full = np.zeros(n)
    taken = np.zeros(n, dtype=bool)
    at = 0
    for i in range(n):
        for p in range(ptr[i], ptr[i + 1]):
            k = col[p]
            there = col[ptr[k]:ptr[k + 1]]
            full[there] += val[p] * val[ptr[k]:ptr[k + 1]]
            taken[there] = True
        found = np.nonzero(taken)[0]
        columns[at:at + found.size] = found
        values[at:at + found.size] = full[found]
        full[found] = 0.0
        taken[found] = False
        at += found.size
        rows[i + 1] = at
    return rows, columns[:at], values[:at]
