import numpy as np


def initialize(n):
    rng = np.random.default_rng(5)
    A = rng.standard_normal((n, n))
    return A + A.T, np.zeros(n), np.zeros(n - 1)
