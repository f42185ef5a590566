import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    B = rng.random((N, N))
    return B + B.T + np.diag(2.0 * N * np.where(rng.random(N) < 0.3, -1.0, 1.0)), np.zeros(N)
