import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(2810)
    a, b = rng.uniform(0.5, 1.5, n), rng.uniform(0.2, 1.8, m)
    return rng.standard_normal((n, 2)), 0.7 * rng.standard_normal((m, 2)) + 0.5, a / a.sum(), b / b.sum()
