import numpy as np


def initialize(n):
    """A ring whose bonds and levels are dirty."""
    rng = np.random.default_rng(2912)
    return 1.0 + 0.1 * rng.standard_normal(n), 0.8 * (rng.random(n) - 0.5)
