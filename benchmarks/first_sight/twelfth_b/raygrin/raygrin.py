import numpy as np


def initialize(rays, n, steps):
    g = np.linspace(-1.0, 1.0, n)
    index = 1.0 + 0.5 * np.exp(-3.0 * (g[:, None] ** 2 + g**2)) + 0.02 * np.sin(9.0 * g)
    pos = np.stack([np.full(rays, 0.05 * n), np.linspace(0.2 * n, 0.8 * n, rays)], axis=1)
    return index, pos, np.tile([1.0, 0.0], (rays, 1)), steps
