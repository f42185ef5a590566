import numpy as np


def initialize(ny, nx):
    j, i = np.mgrid[0:ny, 0:nx]
    psi = 0.4 * nx / (2.0 * np.pi) * np.sin(2.0 * np.pi * i / nx) * np.cos(2.0 * np.pi * j / ny)
    cx = np.roll(psi, -1, axis=0) - psi
    cy = psi - np.roll(psi, -1, axis=1)
    q = np.exp(-((i - 0.3 * nx) ** 2 + (j - 0.5 * ny) ** 2) / (0.02 * nx * ny))
    return q + 0.1 + 0.01 * np.random.default_rng(4).random((ny, nx)), cx, cy
