import numpy as np


def initialize(ny, nx):
    rng = np.random.default_rng(19)
    j, i = np.mgrid[0:ny, 0:nx]
    image = (2000.0 + 1500.0 * np.sin(0.07 * i) * np.cos(0.05 * j) + rng.integers(-40, 40, (ny, nx))).astype(np.uint16)
    image[rng.random((ny, nx)) < 0.04] = 4095
    return image
