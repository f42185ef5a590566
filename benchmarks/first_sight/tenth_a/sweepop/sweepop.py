import numpy as np


def initialize(T, M, K):
    rng = np.random.default_rng(42)
    X = rng.standard_normal((T, M))
    return X + 0.3 * X[:, [0]] + np.linspace(0, 1, M)
