import numpy as np


def initialize(n):
    rng = np.random.default_rng(36)
    a = rng.uniform(0.2, 20.0, n)
    return a, a * rng.uniform(0.1, 2.5, n)
