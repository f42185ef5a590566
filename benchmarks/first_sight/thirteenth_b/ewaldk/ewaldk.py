import numpy as np


def initialize(n, K):
    rng = np.random.default_rng(42)
    charges = rng.standard_normal(n)
    return rng.random((n, 3)), charges - charges.mean(), K
