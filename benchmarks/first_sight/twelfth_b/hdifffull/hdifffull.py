import numpy as np


def initialize(ni, nj, nk):
    rng = np.random.default_rng(42)
    return rng.random((ni + 4, nj + 4, nk)), 0.05 + 0.1 * rng.random((ni, nj, nk))
