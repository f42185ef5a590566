import numpy as np


def initialize(n, largest):
    """Random vectors of integers, the first and the last near each other."""
    rng = np.random.default_rng(37)
    basis = rng.integers(-largest, largest + 1, (n, n))
    basis[-1] = basis[0] + rng.integers(-2, 3, n)
    return basis, 0.75
