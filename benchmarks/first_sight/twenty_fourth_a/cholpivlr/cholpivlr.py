import numpy as np


def initialize(n, dim):
    rng = np.random.default_rng(240)
    return rng.random((n, dim)), 0.6, 1e-7
