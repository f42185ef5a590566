import numpy as np


def initialize(N, T):
    rng = np.random.default_rng(42)
    return rng.random((N, N, N)), rng.standard_normal((N, N, N)), T
