import numpy as np


def initialize(ny, nx, limit):
    return np.linspace(-2.2, 1.2, nx), np.linspace(-1.9, 0.7, ny), limit
