import numba as nb
import numpy as np


@nb.njit
def cholcols(A):
    n = len(A)
    L = np.zeros((n, n))
    logdet = 0.0
    for j in range(n):
        s = A[j, j]
        for k in range(j):
            s -= L[j, k] ** 2
        d = np.sqrt(s)
        L[j, j] = d
        logdet += 2.0 * np.log(d)
        for i in range(j + 1, n):
            s = A[i, j]
            for k in range(j):
                s -= L[i, k] * L[j, k]
            L[i, j] = s / d
    return L, logdet
