import numba as nb
import numpy as np


@nb.njit
def spgemm(ptr, col, val):
    n = ptr.size - 1
    most = 0
    for p in range(col.size):
        most += ptr[col[p] + 1] - ptr[col[p]]
    rows = np.zeros(n + 1, np.int64)
    columns, values = np.empty(most, np.int64), np.empty(most)
    full, taken, found = np.zeros(n), np.full(n, -1), np.empty(n, np.int64)
    at = 0
    for i in range(n):
        count = 0
        for p in range(ptr[i], ptr[i + 1]):
            k = col[p]
            f = val[p]
            for s in range(ptr[k], ptr[k + 1]):
                c = col[s]
                if taken[c] != i:
                    taken[c] = i
                    full[c] = 0.0
                    found[count] = c
                    count += 1
                full[c] += f * val[s]
        found[:count].sort()
        for m in range(count):
            c = found[m]
            columns[at] = c
            values[at] = full[c]
            at += 1
        rows[i + 1] = at
    return rows, columns[:at], values[:at]
