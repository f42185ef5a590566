import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    return np.triu(rng.random((N, N))), rng.random((M, N))
