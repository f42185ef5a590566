import numpy as np


def initialize(n, columns):
    rng = np.random.default_rng(71)
    common = rng.standard_normal((n, 1))
    return np.round(common + rng.standard_normal((n, columns)), 1)
