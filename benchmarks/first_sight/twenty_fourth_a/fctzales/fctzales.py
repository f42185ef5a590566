import numpy as np


def initialize(n):
    y, x = np.mgrid[0:n, 0:n] / n
    q = 1.0 * ((x - 0.5) ** 2 + (y - 0.7) ** 2 < 0.03) + np.exp(-((x - 0.3) ** 2 + (y - 0.3) ** 2) / 0.01)
    u = 0.4 * np.sin(2.0 * np.pi * (y + 0.5 / n))
    v = -0.4 * np.sin(2.0 * np.pi * (x + 0.5 / n))
    return q, u, v
