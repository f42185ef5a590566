import numpy as np


def initialize(n):
    rng = np.random.default_rng(7)
    A = (rng.random((n, n)) < 6.0 / n).astype(np.float64)
    A[:, 0] = 0.0
    return A, np.zeros((n, n))
