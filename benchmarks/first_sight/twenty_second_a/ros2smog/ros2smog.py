import numpy as np


def initialize(cells):
    rng = np.random.default_rng(40)
    y = np.empty((4, cells))
    y[0] = 0.05 + 0.1 * rng.random(cells)
    y[1] = 0.02 + 0.05 * rng.random(cells)
    y[2] = 0.03 + 0.05 * rng.random(cells)
    y[3] = 1e-5 * rng.random(cells)
    return y, 0.3 + 0.4 * rng.random(cells), 0.2 * rng.random(cells)
