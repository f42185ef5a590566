import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    B = rng.random((N, N))
    return rng.random((N, M)), rng.random((N, M)), B + B.T
