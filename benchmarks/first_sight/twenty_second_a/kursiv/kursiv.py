import numpy as np


def initialize(n):
    rng = np.random.default_rng(35)
    x = np.arange(n) * 0.5
    return np.cos(2.0 * np.pi * x / x.size) + 0.1 * rng.standard_normal(n)
