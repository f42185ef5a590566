import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ilu_solve(indptr, indices, data, b):
    n = b.size
    diag, place = np.empty(n, np.int64), np.full(n, -1)
    for i in range(n):
        lo, hi = indptr[i], indptr[i + 1]
        for p in range(lo, hi):
            place[indices[p]] = p
        diag[i] = place[i]
        total = b[i]
        for p in range(lo, diag[i]):
            k = indices[p]
            f = data[p] / data[diag[k]]
            data[p] = f
            for q in range(diag[k] + 1, indptr[k + 1]):
                at = place[indices[q]]
                if at >= 0:
                    data[at] -= f * data[q]
            total -= f * b[k]
        b[i] = total
        for p in range(lo, hi):
            place[indices[p]] = -1
    for i in range(n - 1, -1, -1):
        total = b[i]
        for p in range(diag[i] + 1, indptr[i + 1]):
            total -= data[p] * b[indices[p]]
        b[i] = total / data[diag[i]]
