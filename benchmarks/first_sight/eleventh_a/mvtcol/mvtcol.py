import numpy as np


def initialize(N, T):
    rng = np.random.default_rng(42)
    return rng.random((N, N)) / N, rng.random(N), rng.random(N)
