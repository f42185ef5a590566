import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return np.eye(n) + 0.7 * rng.standard_normal((n, n)) / n**0.5, rng.random(n), steps
