import numpy as np


def initialize(n, steps):
    h = 1.0 / n
    c = np.arange(n + 1) * h
    x, y = np.meshgrid(c, c, indexing="ij")
    a = np.cos(2.0 * np.pi * x) * np.sin(np.pi * y) / 6.0 + 0.1 * y
    bx, by = (a[:, 1:] - a[:, :-1]) / h, -(a[1:] - a[:-1]) / h
    u, v = np.sin(np.pi * x) * np.cos(np.pi * y), -np.cos(np.pi * x) * np.sin(np.pi * y)
    return bx, by, u, v, 2e-4, h, 0.3 * h, steps
