import numpy as np


def initialize(h, w, radius):
    rng = np.random.default_rng(42)
    y, x = np.mgrid[0:h, 0:w]
    return 0.5 + 0.3 * np.sin(0.01 * x * y / h) + 0.15 * rng.random((h, w)), radius
