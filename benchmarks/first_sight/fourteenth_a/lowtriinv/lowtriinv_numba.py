import numba as nb
import numpy as np


@nb.njit
def invert(L):
    n = L.shape[0]
    logdet = 0.0
    row = np.empty(n)
    for i in range(n):
        logdet += 2.0 * np.log(L[i, i])
        row[:i] = 0.0
        for k in range(i):
            f = L[i, k]
            for j in range(k + 1):
                row[j] -= f * L[k, j]
        over = 1.0 / L[i, i]
        for j in range(i):
            L[i, j] = row[j] * over
        L[i, i] = over
    for i in range(n):
        row[:i + 1] = 0.0
        for k in range(i, n):
            f = L[k, i]
            for j in range(i + 1):
                row[j] += f * L[k, j]
        for j in range(i + 1):
            L[i, j] = row[j]
    return logdet
