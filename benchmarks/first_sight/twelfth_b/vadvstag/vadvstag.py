import numpy as np


def initialize(ni, nj, nk):
    rng = np.random.default_rng(42)
    return rng.random((ni, nj, nk)), rng.random((ni, nj, nk)), 0.08 * rng.standard_normal((ni + 1, nj, nk)), 3.0 / 20.0
