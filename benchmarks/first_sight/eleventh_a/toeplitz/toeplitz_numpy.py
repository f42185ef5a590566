import numpy as np


def toeplitz(r, b):
    """Solve T x = b, where T has a diagonal of ones and r[0], r[1], ... beside it."""
    n = b.shape[0]
    y = np.zeros(n)
    x = np.zeros(n)
    y[0] = -r[0]
    x[0] = b[0]
    alpha, beta = -r[0], 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        mu = (b[k] - r[:k] @ x[:k][::-1]) / beta
        x[:k] += mu * y[k - 1::-1]
        x[k] = mu
        if k < n - 1:
            alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
            y[:k] += alpha * y[:k][::-1]
            y[k] = alpha
    return x
