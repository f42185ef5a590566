import numpy as np


def initialize(m, n, most):
    rng = np.random.default_rng(22)
    return rng.random((m, 3)), rng.random((n, 3)) + np.array([2.4, 0.3, 0.2]), 1e-5, most
