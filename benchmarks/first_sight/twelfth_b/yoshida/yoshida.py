import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return (*rng.standard_normal((3, n)), *(0.3 * rng.standard_normal((3, n))), 0.5 + rng.random(n), steps)
