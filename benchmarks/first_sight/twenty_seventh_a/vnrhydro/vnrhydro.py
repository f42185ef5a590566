import numpy as np


def initialize(cells):
    x = np.linspace(0.0, 1.0, cells + 1)
    left = 0.5 * (x[1:] + x[:-1]) < 0.5
    rho = np.where(left, 1.0, 0.125)
    pressure = np.where(left, 1.0, 0.1)
    return x, np.zeros(cells + 1), rho, pressure / (0.4 * rho), 0.18
