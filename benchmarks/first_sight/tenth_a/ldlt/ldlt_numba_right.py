import numba as nb
import numpy as np


@nb.njit
def ldlt(A, d):
    """Right-looking on the transpose of the part that is left, so that inner loops store side by side."""
    n = A.shape[0]
    W = np.empty((n, n))
    for i in range(n):
        for j in range(i, n):
            W[i, j] = A[j, i]
    for k in range(n):
        p = W[k, k]
        d[k] = p
        for j in range(k + 1, n):
            f = W[k, j] / p
            for i in range(j, n):
                W[j, i] -= f * W[k, i]
        for i in range(k + 1, n):
            W[k, i] /= p
    for i in range(n):
        for j in range(i):
            A[i, j] = W[j, i]
