import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(30)
    data = np.where(np.arange(n) % 50 < 25, 1.0, -0.5) + 0.2 * rng.standard_normal(n)
    return np.zeros(n), data, 0.5, 0.2, 5, np.zeros(steps)
