import numpy as np


def corrtri(X):
    n, m = X.shape
    X = X - np.mean(X, axis=0)
    cov = np.zeros((m, m))
    for i in range(m):
        cov[i, i:] = X[:, i] @ X[:, i:] / (n - 1.0)
        cov[i:, i] = cov[i, i:]
    sigma = np.sqrt(np.diag(cov))
    sigma[sigma <= 0.1] = 1.0
    corr = cov / np.outer(sigma, sigma)
    for i in range(m):
        corr[i, i] = 1.0
    return cov, corr
