import numba as nb
import numpy as np


@nb.njit
def symmlow(A, B, C, alpha=1.5, beta=1.2):
    n, m = C.shape
    above = np.empty(m)
    for i in range(n):
        for j in range(m):
            above[j] = A[i, i] * B[i, j]
        for k in range(i):
            a = A[i, k]
            f = alpha * a
            for j in range(m):
                C[k, j] += f * B[i, j]
                above[j] += a * B[k, j]
        for j in range(m):
            C[i, j] = beta * C[i, j] + alpha * above[j]
