import numba as nb
import numpy as np


@nb.njit
def corrtri(X):
    n, m = X.shape
    mean = np.zeros(m)
    for i in range(n):
        for j in range(m):
            mean[j] += X[i, j]
    Y = np.empty((n, m))
    for i in range(n):
        for j in range(m):
            Y[i, j] = X[i, j] - mean[j] / n
    cov = np.dot(Y.T, Y) / (n - 1.0)
    corr = np.empty((m, m))
    sigma = np.empty(m)
    for i in range(m):
        s = np.sqrt(cov[i, i])
        sigma[i] = s if s > 0.1 else 1.0
    for i in range(m):
        for j in range(m):
            corr[i, j] = cov[i, j] / (sigma[i] * sigma[j])
        corr[i, i] = 1.0
    return cov, corr
