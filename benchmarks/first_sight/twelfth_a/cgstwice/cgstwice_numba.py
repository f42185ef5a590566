import numba as nb
import numpy as np


@nb.njit
def cgstwice(A):
    m, n = A.shape
    rows = np.zeros((n, m))
    R = np.zeros((n, n))
    for j in range(n):
        v = A[:, j].copy()
        for again in range(2):
            h = np.dot(rows[:j], v)
            v -= np.dot(h, rows[:j])
            for k in range(j):
                R[k, j] += h[k]
        R[j, j] = np.linalg.norm(v)
        rows[j] = v / R[j, j]
    return rows.T.copy(), R
