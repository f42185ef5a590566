import numpy as np


def initialize(n):
    y, x = np.mgrid[0:n + 2, 0:n + 2] / n
    u = np.where(x < 0.3, 0.9, 0.02 + 0.01 * np.sin(8.0 * y))
    v = np.where(y < 0.5, 0.05, 0.9)
    return u.astype(np.float32), v.astype(np.float32), np.float32(0.05)
