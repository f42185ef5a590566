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
            s = C[i, k] - np.dot(C[i, :k], b[:k]) - np.dot(A[i, i + 1:], x[i + 1:])
            x[i] = s / (A[i, i] + B[k, k])
        for i in range(m):
            C[i, k] = x[i]
