import numpy as np


def initialize(ny, nx, limit):
    return np.linspace(-2.2, 0.7, nx), np.linspace(-1.2, 1.2, ny), limit
