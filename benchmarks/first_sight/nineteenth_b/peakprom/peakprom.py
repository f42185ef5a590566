import numpy as np


def initialize(n):
    rng = np.random.default_rng(65)
    t = np.arange(n)
    x = np.sin(t / 9.0) * np.sin(t / 71.0) + np.cumsum(0.02 * rng.standard_normal(n)) + 0.3 * rng.standard_normal(n)
    return np.round(x, 2), np.quantile(x, 0.4), 6
