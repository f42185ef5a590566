import numpy as np


def initialize(ny, nx):
    rng = np.random.default_rng(16)
    j, i = np.mgrid[0:ny, 0:nx]
    depth = 6.0 - 5.0 * i / nx + 0.4 * rng.standard_normal((ny, nx))
    depth[(j - ny / 2) ** 2 + (i - nx / 2) ** 2 < (ny / 6) ** 2] = -2.0
    depth[0, :] = depth[-1, :] = depth[:, -1] = -2.0
    return depth, np.maximum(0.0, -depth), np.zeros((ny, nx + 1)), np.zeros((ny + 1, nx))
