import numpy as np


def initialize(n, steps):
    return np.random.default_rng(42).standard_normal((steps, n)), 100.0, 105.0, 88.0, 0.03, 0.3, 1.0
