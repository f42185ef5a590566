import numba as nb
import numpy as np


@nb.njit
def mgs2(A):
    m, n = A.shape
    T = A.T.copy()
    R = np.zeros((n, n))
    for j in range(n):
        q = T[j]
        for sweep in range(2):
            for i in range(j):
                p = T[i]
                h = np.dot(p, q)
                R[i, j] += h
                for k in range(m):
                    q[k] -= h * p[k]
        r = np.sqrt(np.dot(q, q))
        R[j, j] = r
        for k in range(m):
            q[k] /= r
    return T.T.copy(), R
