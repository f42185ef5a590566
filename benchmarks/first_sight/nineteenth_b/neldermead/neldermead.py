import numpy as np


def initialize(starts, n, limit):
    rng = np.random.default_rng(77)
    t = np.linspace(0.0, 6.0, n)
    y = 1.4 * np.exp(-0.5 * t) * np.cos(2.2 * t) + 0.3 + 0.05 * rng.standard_normal(n)
    return np.array([1.0, 0.3, 2.0, 0.0]) + 0.3 * rng.random((starts, 4)), t, y
