import numpy as np


def initialize(n):
    y, x = np.mgrid[0:n, 0:n] / n
    s = np.where((x - 0.4) ** 2 + (y - 0.5) ** 2 < 0.08, 0.9, 0.05) + 0.03 * np.sin(12.0 * x) * np.cos(9.0 * y)
    return s, 1.0 / n, 0.08 / n
