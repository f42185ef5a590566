import numpy as np


def initialize(n):
    z, y, x = np.linspace(0.0, 1.0, n)[:, np.newaxis, np.newaxis], np.linspace(0.0, 1.0, n)[:, np.newaxis], np.linspace(0.0, 1.0, n)
    return np.stack((np.sin(3.0 * x + y) * z, np.cos(2.0 * y - z) * x, np.sin(x * y + 2.0 * z)))
