import numpy as np


def initialize(nx, ny, most):
    return np.linspace(-1.03, 3.11, nx), np.linspace(-2.07, 2.02, ny)
