import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return rng.standard_normal(n), 0.3 + rng.random(n - 1), steps
