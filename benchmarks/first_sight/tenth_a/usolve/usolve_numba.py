import numba as nb
import numpy as np


@nb.njit
def usolve(U, B):
    n, m = B.shape
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            f = U[i, k]
            for j in range(m):
                B[i, j] -= f * B[k, j]
        r = U[i, i]
        for j in range(m):
            B[i, j] /= r
    s = np.zeros(m)
    for i in range(n):
        for j in range(m):
            s[j] += B[i, j] * B[i, j]
    return np.sqrt(s)
