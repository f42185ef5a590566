import numpy as np


def initialize(N, M, T):
    x = np.linspace(-4.0, 4.0, N)
    start = np.exp(-(x + 1.0) ** 2 + 3j * x)
    return np.repeat(start[:, np.newaxis], M, axis=1), 4.0 * np.random.default_rng(42).random((N, M))
