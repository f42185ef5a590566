import numpy as np


def initialize(ny, nx):
    y, x = np.mgrid[0:ny, 0:nx]
    x, y = 2.0 * np.pi * (x + 0.5) / nx, 2.0 * np.pi * (y + 0.5) / ny
    g = 5.0 / 3.0
    rho = np.full((ny, nx), g * g)
    v = np.stack((-np.sin(y), np.sin(x), np.zeros((ny, nx))))
    b = np.stack((-np.sin(y), np.sin(2.0 * x), np.zeros((ny, nx))))
    energy = g / (g - 1.0) + 0.5 * rho * np.sum(v * v, axis=0) + 0.5 * np.sum(b * b, axis=0)
    return np.concatenate((rho[None], rho * v, energy[None], b))
