import numpy as np


def lagged(y, lags):
    """A constant and the values before, side by side."""
    n = len(y)
    return np.hstack([np.ones((n - lags, 1))] + [y[lags - j:n - j] for j in range(1, lags + 1)])


def impulses(y, lags, horizon):
    """A vector autoregression by least squares: coefficients with errors, responses to shocks, shares of variance, and criteria."""
    n, k = y.shape
    X = lagged(y, lags)
    Y = y[lags:]
    B = np.linalg.solve(X.T @ X, X.T @ Y)
    E = Y - X @ B
    freedom = len(Y) - X.shape[1]
    sigma = E.T @ E / freedom
    errors = np.sqrt(np.outer(np.diag(np.linalg.inv(X.T @ X)), np.diag(sigma)))
    A = B[1:].reshape(lags, k, k).transpose(0, 2, 1)
    shock = np.linalg.cholesky(sigma)
    psi = np.zeros((horizon, k, k))
    psi[0] = np.eye(k)
    for h in range(1, horizon):
        for j in range(min(h, lags)):
            psi[h] += A[j] @ psi[h - 1 - j]
    response = psi @ shock
    gathered = np.cumsum(response**2, axis=0)
    shares = gathered / gathered.sum(axis=2, keepdims=True)
    _, logdet = np.linalg.slogdet(E.T @ E / len(Y))
    count = k * X.shape[1]
    criteria = np.array([logdet + 2.0 * count / len(Y), logdet + count * np.log(len(Y)) / len(Y)])
    return B, errors, response, shares, criteria
