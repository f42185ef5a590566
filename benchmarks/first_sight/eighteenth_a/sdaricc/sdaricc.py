import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(24)
    A = np.eye(n) + 0.3 * rng.standard_normal((n, n)) / np.sqrt(n)
    return A, rng.standard_normal((n, m)), np.eye(n), np.diag(rng.uniform(0.5, 2.0, m))
