import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    x = rng.standard_normal((n, 8)) + 3.0 * rng.integers(0, 4, n)[:, None]
    square = np.sum(x * x, axis=1)
    P = np.exp(-np.maximum(square[:, None] + square - 2.0 * x @ x.T, 0.0) / 8.0)
    P[np.arange(n), np.arange(n)] = 0.0
    P = P / P.sum(axis=1, keepdims=True)
    return np.maximum((P + P.T) / (2.0 * n), 1e-12), 0.1 * rng.standard_normal((n, 2)), steps, 100.0
