import numpy as np


def initialize(N, M, T):
    rng = np.random.default_rng(42)
    return rng.random((N, M)), rng.random((N, M)), rng.random((N, M)), np.sin(0.1 * np.arange(T))
