import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    return rng.random((N, M)), rng.random(M), rng.random(N)
