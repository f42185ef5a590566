import numpy as np


def initialize(ny, nx, hours):
    return np.linspace(-89.0, 89.0, ny), np.linspace(-180.0, 179.0, nx)
