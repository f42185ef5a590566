import numpy as np


def cgstwice(A):
    m, n = A.shape
    Q = np.zeros((m, n))
    R = np.zeros((n, n))
    for j in range(n):
        v = A[:, j].copy()
        for again in range(2):
            h = Q[:, :j].T @ v
            v -= Q[:, :j] @ h
            R[:j, j] += h
        R[j, j] = np.linalg.norm(v)
        Q[:, j] = v / R[j, j]
    return Q, R
