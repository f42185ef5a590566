import numpy as np


def initialize(n):
    rng = np.random.default_rng(103)
    return rng.standard_normal((n, n)) + 0.5 * np.sqrt(n) * np.eye(n), rng.standard_normal(n)
