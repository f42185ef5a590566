import numpy as np


def initialize(paths, dates):
    return np.random.default_rng(42).standard_normal((dates, paths)), 36.0, 40.0, 0.06, 0.2, 1.0
