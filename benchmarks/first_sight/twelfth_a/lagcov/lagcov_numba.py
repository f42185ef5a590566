import numba as nb
import numpy as np


@nb.njit
def lagcov(X, K):
    T, m = X.shape
    Z = np.empty((T, m))
    for j in range(m):
        mean, var = 0.0, 0.0
        for t in range(T):
            mean += X[t, j]
        mean /= T
        for t in range(T):
            var += (X[t, j] - mean) ** 2
        std = np.sqrt(var / T)
        for t in range(T):
            Z[t, j] = (X[t, j] - mean) / std
    G = np.empty((K, m, m))
    share = np.empty(K)
    for lag in range(K):
        g = np.dot(Z[lag:].T, Z[:T - lag])
        own, every = 0.0, 0.0
        for i in range(m):
            for j in range(m):
                g[i, j] /= T
                G[lag, i, j] = g[i, j]
                every += g[i, j] ** 2
            own += g[i, i] ** 2
        share[lag] = own / every
    return G, share
