import numpy as np


def initialize(nx, ny, T):
    x, y = np.linspace(-1.0, 1.0, nx), np.linspace(-1.0, 1.0, ny)
    inside = x[:, None] ** 2 + (y - 0.3) ** 2 < 0.1
    return np.where(inside, 3.5, 1.0), np.where(inside, 0.02, 0.0), T
