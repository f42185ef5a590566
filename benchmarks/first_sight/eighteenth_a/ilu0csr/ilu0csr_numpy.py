import numpy as np


def factor(indptr, indices, data):
    n = len(indptr) - 1
    diag = np.zeros(n, dtype=np.int64)
    place = np.full(n, -1)
    for i in range(n):
        lo, hi = indptr[i], indptr[i + 1]
        place[indices[lo:hi]] = np.arange(lo, hi)
        diag[i] = place[i]
        for p in range(lo, diag[i]):
            k = indices[p]
            data[p] /= data[diag[k]]
            q = slice(diag[k] + 1, indptr[k + 1])
            at = place[indices[q]]
            there = at >= 0
            data[at[there]] -= data[p] * data[q][there]
        place[indices[lo:hi]] = -1
    return diag


def ilu_solve(indptr, indices, data, b):
    """data becomes its incomplete factors, with no places but its own; b becomes what they solve."""
    diag = factor(indptr, indices, data)
    n = len(b)
    for i in range(n):
        row = slice(indptr[i], diag[i])
        b[i] -= data[row] @ b[indices[row]]
    for i in range(n - 1, -1, -1):
        row = slice(diag[i] + 1, indptr[i + 1])
        b[i] = (b[i] - data[row] @ b[indices[row]]) / data[diag[i]]
