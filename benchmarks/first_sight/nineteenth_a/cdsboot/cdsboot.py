import numpy as np


def initialize(names, terms):
    rng = np.random.default_rng(119)
    tenors = np.array([1, 2, 3, 4, 5, 7, 8, 10, 12, 15])[:terms]
    level = rng.uniform(0.004, 0.04, (names, 1))
    return level * (1.0 + 0.05 * np.sqrt(tenors) + 0.01 * rng.random((names, terms))), tenors, 0.02 + 0.001 * tenors
