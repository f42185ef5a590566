import numpy as np


def initialize(rows, n):
    rng = np.random.default_rng(42)
    return np.cumsum(rng.standard_normal((rows, n)), axis=1)
