import numpy as np


def initialize(N, T):
    rng = np.random.default_rng(42)
    u = np.zeros((N, N))
    u[0] = 1.0
    return u, rng.random((N, N)) / N ** 2
