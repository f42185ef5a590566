import numpy as np


def initialize(ny, nx, rings, sectors):
    y, x = np.mgrid[0:ny, 0:nx]
    image = np.exp(-((x - 0.5 * nx)**2 + (y - 0.48 * ny)**2) / (0.1 * nx * ny)) + 0.05 * np.random.default_rng(42).random((ny, nx))
    return image, 0.5 * nx - 0.3, 0.48 * ny + 0.2, rings, sectors
