import numpy as np


def initialize(M, N):
    rng = np.random.default_rng(42)
    return rng.random((M, N)) + np.eye(M, N)
