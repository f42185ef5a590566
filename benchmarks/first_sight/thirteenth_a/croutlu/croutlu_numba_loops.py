import numba as nb
import numpy as np


@nb.njit
def crout(A, b):
    n = A.shape[0]
    column = np.empty(n)
    logdet = 0.0
    for j in range(n):
        for k in range(j):
            column[k] = A[k, j]
        for i in range(j, n):
            s = A[i, j]
            for k in range(j):
                s -= A[i, k] * column[k]
            A[i, j] = s
        for k in range(j):
            f = A[j, k]
            for c in range(j + 1, n):
                A[j, c] -= f * A[k, c]
        pivot = A[j, j]
        for c in range(j + 1, n):
            A[j, c] /= pivot
        logdet += np.log(abs(pivot))
    for i in range(n):
        s = b[i]
        for k in range(i):
            s -= A[i, k] * b[k]
        b[i] = s / A[i, i]
    for i in range(n - 2, -1, -1):
        s = b[i]
        for k in range(i + 1, n):
            s -= A[i, k] * b[k]
        b[i] = s
    return logdet
