import numpy as np


def initialize(n, flips):
    rng = np.random.default_rng(42)
    spins = np.where(rng.random((n, n)) < 0.85, 0, rng.integers(0, 3, (n, n)))
    return spins, rng.integers(0, n, (flips, 2)), rng.random((flips, 4 * n * n)), 0.66
