import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return rng.random((n, n)), rng.random((n + 2, n + 2)), rng.random((n + 1, n + 1)), rng.random((n, n + 2, n + 1)), steps
