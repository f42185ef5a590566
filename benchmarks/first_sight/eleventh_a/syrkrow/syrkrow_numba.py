import numba as nb
import numpy as np


@nb.njit
def syrkrow(A, C, alpha=1.5, beta=1.2):
    n, m = A.shape
    T = np.empty((m, n))
    for k in range(m):
        for i in range(n):
            T[k, i] = A[i, k]
    for i in range(n):
        for j in range(i + 1):
            C[i, j] *= beta
        for k in range(m):
            f = alpha * A[i, k]
            for j in range(i + 1):
                C[i, j] += f * T[k, j]
