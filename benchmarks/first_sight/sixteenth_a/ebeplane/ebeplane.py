import numpy as np


def initialize(nx, ny, most):
    rng = np.random.default_rng(13)
    load = np.zeros((nx + 1, ny + 1, 2))
    load[-1, ny // 2, 1] = -1.0
    fixed = np.zeros((nx + 1, ny + 1, 2), dtype=bool)
    fixed[0] = True
    return 0.3 + 0.7 * rng.random((nx, ny)), load.reshape(-1), fixed.reshape(-1), most
