import numba as nb
import numpy as np


@nb.njit
def usolve(U, B):
    n, m = B.shape
    for i in range(n - 1, -1, -1):
        if i + 1 < n:
            B[i] -= np.dot(U[i, i + 1:], B[i + 1:])
        B[i] /= U[i, i]
    return np.sqrt(np.sum(B ** 2, axis=0))
