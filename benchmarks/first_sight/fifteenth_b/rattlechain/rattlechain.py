import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    x = np.zeros((n, 2))
    x[:, 0] = 0.1 * np.arange(n)
    return x, np.zeros((n, 2)), 1.0 + rng.random(n), 0.1, 0.002, steps
