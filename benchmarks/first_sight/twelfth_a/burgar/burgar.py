import numpy as np


def initialize(n, order):
    rng = np.random.default_rng(42)
    t = np.arange(n)
    return np.sin(0.3 * t) + 0.5 * np.cos(1.1 * t + 0.4) + 0.3 * rng.standard_normal(n), order
