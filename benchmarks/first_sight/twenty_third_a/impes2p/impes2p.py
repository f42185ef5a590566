import numpy as np


def initialize(n):
    rng = np.random.default_rng(41)
    k = np.exp(rng.standard_normal((n, n)))
    s = np.full((n, n), 0.1) + 0.05 * rng.random((n, n))
    return k, s, 1.0, 5.0, 0.02, 0.15
