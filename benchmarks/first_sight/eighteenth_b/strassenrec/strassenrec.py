import numpy as np


def initialize(n, leaf):
    rng = np.random.default_rng(182)
    return rng.standard_normal((n, n)), rng.standard_normal((n, n)), leaf
