import numba as nb
import numpy as np


@nb.njit
def trmmright(U, B, alpha=0.9):
    m, n = B.shape
    row = np.empty(n)
    for i in range(m):
        for j in range(n):
            row[j] = 0.0
        for k in range(n):
            b = B[i, k]
            for j in range(k, n):
                row[j] += b * U[k, j]
        for j in range(n):
            B[i, j] = alpha * row[j]
