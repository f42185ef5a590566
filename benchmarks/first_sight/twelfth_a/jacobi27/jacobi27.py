import numpy as np


def initialize(N, T):
    return np.random.default_rng(42).random((N, N, N)), np.array([8.0, 4.0, 2.0, 1.0]) / 64.0, T
