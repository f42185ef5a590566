import numpy as np


def initialize(n, size):
    rng = np.random.default_rng(42)
    x = rng.standard_normal(n)
    return x, 0.5 * np.roll(x, 3) + np.sin(0.3 * np.arange(n)) + 0.4 * rng.standard_normal(n), size
