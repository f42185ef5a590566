import numba as nb
import numpy as np


@nb.njit
def lupivot(A, b):
    n = len(b)
    sign = 1.0
    for k in range(n - 1):
        p = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[p, k]):
                p = i
        if p != k:
            for j in range(n):
                A[k, j], A[p, j] = A[p, j], A[k, j]
            b[k], b[p] = b[p], b[k]
            sign = -sign
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            for j in range(k, n):
                A[i, j] -= factor * A[k, j]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    logdet = 0.0
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= A[i, j] * x[j]
        x[i] = s / A[i, i]
        sign *= np.sign(A[i, i])
        logdet += np.log(abs(A[i, i]))
    return x, sign, logdet
