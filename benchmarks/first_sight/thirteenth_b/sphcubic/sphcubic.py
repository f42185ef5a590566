import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return rng.random(n), rng.random(n), 0.1 * rng.standard_normal(n), 0.1 * rng.standard_normal(n), steps
