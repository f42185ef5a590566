import numpy as np


def initialize(n, many):
    """Squares of what stands on two diagonals."""
    rng = np.random.default_rng(311)
    diagonal = np.sort(rng.uniform(0.5, 1.5, (n, many)) + np.arange(n)[:, None], axis=0)[::-1]
    beside = rng.uniform(0.1, 0.6, (n - 1, many))
    return diagonal ** 2, beside ** 2
