import numba as nb
import numpy as np


@nb.njit
def cholright(A):
    n = A.shape[0]
    c = np.empty(n)
    for k in range(n):
        A[k, k] = np.sqrt(A[k, k])
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            c[i] = A[i, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                A[i, j] -= c[i] * c[j]
    return np.tril(A)
