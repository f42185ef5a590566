import numba as nb
import numpy as np


@nb.njit
def coosum(row, col, val, x):
    """Two counting sorts, by columns and then by rows."""
    n, entries = x.size, row.size
    start = np.zeros(n + 1, np.int64)
    for e in range(entries):
        start[col[e] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    order = np.empty(entries, np.int64)
    for e in range(entries):
        order[start[col[e]]] = e
        start[col[e]] += 1
    start[:] = 0
    for e in range(entries):
        start[row[e] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    sorted_col, sorted_val, fill = np.empty(entries, np.int64), np.empty(entries), start.copy()
    for m in range(entries):
        e = order[m]
        sorted_col[fill[row[e]]] = col[e]
        sorted_val[fill[row[e]]] = val[e]
        fill[row[e]] += 1
    indptr, y = np.zeros(n + 1, np.int64), np.zeros(n)
    at = 0
    for i in range(n):
        begin = at
        for e in range(start[i], start[i + 1]):
            if at > begin and sorted_col[at - 1] == sorted_col[e]:
                sorted_val[at - 1] += sorted_val[e]
            else:
                sorted_col[at] = sorted_col[e]
                sorted_val[at] = sorted_val[e]
                at += 1
        total = 0.0
        for e in range(begin, at):
            total += sorted_val[e] * x[sorted_col[e]]
        y[i] = total
        indptr[i + 1] = at
    return indptr, sorted_col[:at].copy(), sorted_val[:at].copy(), y
