import numpy as np


def mgs2(A):
    m, n = A.shape
    Q = A.copy()
    R = np.zeros((n, n))
    for j in range(n):
        for sweep in range(2):
            for i in range(j):
                h = np.dot(Q[:, i], Q[:, j])
                R[i, j] += h
                Q[:, j] -= h * Q[:, i]
        R[j, j] = np.linalg.norm(Q[:, j])
        Q[:, j] /= R[j, j]
    return Q, R
