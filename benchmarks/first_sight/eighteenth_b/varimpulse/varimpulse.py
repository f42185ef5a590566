import numpy as np


def initialize(n, k, lags, horizon):
    """Series that lead and follow each other, stable."""
    rng = np.random.default_rng(193)
    A = 0.3 / (k * lags) ** 0.5 * rng.standard_normal((lags, k, k)) + 0.4 / lags * np.eye(k)
    mix = np.tril(rng.standard_normal((k, k))) * 0.3 + np.eye(k)
    y = np.zeros((n + 50, k))
    for t in range(lags, n + 50):
        y[t] = sum(A[j] @ y[t - 1 - j] for j in range(lags)) + mix @ rng.standard_normal(k)
    return y[50:].copy(), lags, horizon
