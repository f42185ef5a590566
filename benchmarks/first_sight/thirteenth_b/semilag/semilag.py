import numpy as np


def initialize(n, m, steps):
    y, x = np.mgrid[0:n, 0:m]
    a, b = 2.0 * np.pi * y / n, 2.0 * np.pi * x / m
    c = np.exp(-((y - n / 3) ** 2 + (x - m / 3) ** 2) / (n / 8) ** 2) + 0.05 * np.random.default_rng(42).random((n, m))
    return c, 1.7 * np.sin(a) * np.cos(b) + 0.31, -1.7 * np.cos(a) * np.sin(b) + 0.17, steps
