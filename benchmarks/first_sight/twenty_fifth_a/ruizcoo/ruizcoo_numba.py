import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ruizcoo(row, col, val, x, tol, limit):
    n, m = x.size, val.size
    left, right = np.ones(n), np.ones(n)
    r, c = np.empty(n), np.empty(n)
    turns = 0
    while turns < limit:
        r[:], c[:] = 0.0, 0.0
        for e in range(m):
            size = abs(val[e])
            r[row[e]] = max(r[row[e]], size)
            c[col[e]] = max(c[col[e]], size)
        off = 0.0
        for i in range(n):
            r[i] = 1.0 if r[i] == 0.0 else r[i]
            c[i] = 1.0 if c[i] == 0.0 else c[i]
            off = max(off, abs(1.0 - r[i]), abs(1.0 - c[i]))
        if off < tol:
            break
        for i in range(n):
            r[i], c[i] = 1.0 / np.sqrt(r[i]), 1.0 / np.sqrt(c[i])
            left[i] *= r[i]
            right[i] *= c[i]
        for e in range(m):
            val[e] *= r[row[e]] * c[col[e]]
        turns += 1
    product, rows = np.zeros(n), np.zeros(n)
    for e in range(m):
        product[row[e]] += val[e] * x[col[e]] / right[col[e]]
        rows[row[e]] += val[e] * val[e]
    for i in range(n):
        product[i] /= left[i]
        rows[i] = np.sqrt(rows[i])
    return left, right, product, rows, turns
