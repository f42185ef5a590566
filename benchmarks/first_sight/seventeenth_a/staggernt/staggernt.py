import numpy as np


def initialize(n, until):
    x = (np.arange(n) + 0.5) / n
    u = np.ones((3, n))
    middle = np.abs(x - 0.5) < 0.25
    u[0] = np.where(middle, 1.0, 0.125) * (1.0 + 0.02 * np.sin(8.0 * np.pi * x))
    u[1] = 0.0
    u[2] = np.where(middle, 1.0, 0.1) / 0.4
    return u, until, 1.0 / n
