import numpy as np


def initialize(N, T):
    return np.random.default_rng(42).random((N, N))
