import numpy as np


def initialize(n, dims, tests, steps):
    rng = np.random.default_rng(42)
    X = rng.random((n, dims))
    y = np.sin(5.0 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n)
    theta = np.concatenate((np.full(dims, np.log(0.5)), [0.0, np.log(0.2)]))
    return X, y - y.mean(), rng.random((tests, dims)), theta, steps
