import numpy as np


def initialize(ny, nx):
    y, x = np.linspace(-1.4, 1.4, ny), np.linspace(-1.1, 1.2, nx)
    return y[:, np.newaxis] + 1j * x
