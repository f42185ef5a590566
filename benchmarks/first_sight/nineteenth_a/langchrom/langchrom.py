import numpy as np


def initialize(cells):
    rng = np.random.default_rng(110)
    return np.array([1.0, 1.5]) + 0.1 * rng.random(2), np.array([4.0, 5.0]), np.array([0.6, 1.4])
