import numba as nb
import numpy as np


@nb.njit
def sweepop(X, K):
    t, m = X.shape
    Z = np.empty((t, m))
    mean = np.zeros(m)
    for r in range(t):
        for i in range(m):
            mean[i] += X[r, i]
    for i in range(m):
        mean[i] /= t
    for r in range(t):
        for i in range(m):
            Z[r, i] = X[r, i] - mean[i]
    S = np.dot(Z.T, Z) / (t - 1.0)
    row = np.empty(m)
    for k in range(K):
        p = S[k, k]
        for j in range(m):
            row[j] = S[k, j] / p
        for i in range(m):
            c = S[i, k]
            for j in range(m):
                S[i, j] -= c * row[j]
            S[i, k] = c / p
        for j in range(m):
            S[k, j] = row[j]
        S[k, k] = -1.0 / p
    return S
