import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    D = rng.integers(1, 1000, (N, N)).astype(np.int32)
    D[rng.random((N, N)) < 0.7] = 1000000
    np.fill_diagonal(D, 0)
    return D
