import numba as nb
import numpy as np


@nb.njit
def impulses(y, lags, horizon):
    n, k = y.shape
    rows, width = n - lags, 1 + k * lags
    X = np.empty((rows, width))
    for t in range(rows):
        X[t, 0] = 1.0
        for j in range(lags):
            for i in range(k):
                X[t, 1 + j * k + i] = y[lags + t - 1 - j, i]
    Y = np.ascontiguousarray(y[lags:])
    inverse = np.linalg.inv(X.T @ X)
    B = np.linalg.solve(X.T @ X, X.T @ Y)
    E = Y - X @ B
    square = E.T @ E
    sigma = square / (rows - width)
    errors = np.empty((width, k))
    for i in range(width):
        for j in range(k):
            errors[i, j] = np.sqrt(inverse[i, i] * sigma[j, j])
    A = np.empty((lags, k, k))
    for j in range(lags):
        A[j] = B[1 + j * k:1 + (j + 1) * k].T
    shock = np.linalg.cholesky(sigma)
    psi, response = np.zeros((horizon, k, k)), np.empty((horizon, k, k))
    psi[0] = np.eye(k)
    for h in range(1, horizon):
        for j in range(min(h, lags)):
            psi[h] += A[j] @ psi[h - 1 - j]
    shares = np.empty((horizon, k, k))
    gathered = np.zeros((k, k))
    for h in range(horizon):
        response[h] = psi[h] @ shock
        for i in range(k):
            total = 0.0
            for j in range(k):
                gathered[i, j] += response[h, i, j] ** 2
                total += gathered[i, j]
            for j in range(k):
                shares[h, i, j] = gathered[i, j] / total
    _, logdet = np.linalg.slogdet(square / rows)
    count = k * width
    criteria = np.array([logdet + 2.0 * count / rows, logdet + count * np.log(rows) / rows])
    return B, errors, response, shares, criteria
