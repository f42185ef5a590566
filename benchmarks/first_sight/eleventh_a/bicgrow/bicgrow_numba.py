import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def bicgrow(A, p, r):
    n, m = A.shape
    s = np.zeros(m)
    q = np.zeros(n)
    for i in range(n):
        f = r[i]
        t = 0.0
        for j in range(m):
            s[j] += f * A[i, j]
            t += A[i, j] * p[j]
        q[i] = t
    return s, q
