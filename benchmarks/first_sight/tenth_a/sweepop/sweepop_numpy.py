import numpy as np


def covariance(X):
    t, m = X.shape
    C = np.empty((m, m))
    Z = X - X.mean(axis=0)
    for i in range(m):
        C[i, i:] = Z[:, i] @ Z[:, i:] / (t - 1.0)
        C[i:, i] = C[i, i:]
    return C


def sweepop(X, K):
    """Sweep the covariance of the columns of X by its first K columns."""
    S = covariance(X)
    for k in range(K):
        p = S[k, k]
        row = S[k] / p
        column = S[:, k].copy()
        S -= np.outer(column, row)
        S[k] = row
        S[:, k] = column / p
        S[k, k] = -1.0 / p
    return S
