import numpy as np


def initialize(h, w, K):
    y, x = np.mgrid[0:h, 0:w]
    return np.abs(np.sin(0.11 * x + 0.05 * y)) + 0.3 * np.random.default_rng(42).random((h, w)), K
