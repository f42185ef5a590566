import numpy as np


def lagcov(X, K):
    T, m = X.shape
    Z = X - np.mean(X, axis=0)
    Z /= np.std(X, axis=0)
    G = np.empty((K, m, m))
    share = np.empty(K)
    for lag in range(K):
        G[lag] = np.dot(Z[lag:].T, Z[:T - lag]) / T
        share[lag] = np.trace(G[lag] ** 2) / np.sum(G[lag] ** 2)
    return G, share
