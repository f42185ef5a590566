import numpy as np


def initialize(n, m, limit):
    rng = np.random.default_rng(42)
    b = np.zeros((n, m))
    b[n // 3, m // 4] = 1.0
    b[n // 2, 2 * m // 3] = -0.6
    return b, 0.02 * (1.0 + 0.2 * rng.random((n, m))), 0.03
