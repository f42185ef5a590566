import numpy as np


def initialize(ny, nx):
    rng = np.random.default_rng(20)
    j, i = np.mgrid[0:ny, 0:nx]
    guide = 0.5 + 0.3 * np.sin(0.1 * i) * np.cos(0.07 * j) + 0.2 * (i > nx // 2)
    return guide, guide + 0.1 * rng.standard_normal((ny, nx))
