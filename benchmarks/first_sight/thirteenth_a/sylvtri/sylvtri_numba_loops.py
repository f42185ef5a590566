import numba as nb
import numpy as np


@nb.njit
def sylvester(A, B, C):
    m, n = C.shape
    x, b = np.empty(m), np.empty(n)
    for k in range(n):
        for l in range(k):
            b[l] = B[l, k]
        for i in range(m - 1, -1, -1):
            s = C[i, k]
            for l in range(k):
                s -= C[i, l] * b[l]
            for l in range(i + 1, m):
                s -= A[i, l] * x[l]
            x[i] = s / (A[i, i] + B[k, k])
        for i in range(m):
            C[i, k] = x[i]
