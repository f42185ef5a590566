import numba as nb
import numpy as np


@nb.njit
def ldlt(A, d):
    n = A.shape[0]
    w = np.empty(n)
    for j in range(n):
        s = A[j, j]
        for k in range(j):
            w[k] = A[j, k] * d[k]
            s -= A[j, k] * w[k]
        d[j] = s
        for i in range(j + 1, n):
            t = A[i, j]
            for k in range(j):
                t -= A[i, k] * w[k]
            A[i, j] = t / s
