import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(42)
    return rng.integers(0, 4, n), rng.integers(0, 4, m)
