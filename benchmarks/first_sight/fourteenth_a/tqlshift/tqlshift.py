import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    e = np.zeros(n)
    e[:n - 1] = 0.3 + rng.random(n - 1)
    return rng.standard_normal(n) * 2.0, e
