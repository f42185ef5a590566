import numpy as np


def initialize(N, T):
    x = np.linspace(0.0, 1.0, N)
    return np.outer(np.sin(np.pi * x), 1.0 + x) + 0.01 * np.random.default_rng(42).random((N, N))
