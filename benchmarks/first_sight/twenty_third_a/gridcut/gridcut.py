import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(79)
    y, x = np.mgrid[0:n, 0:m]
    inside = (x - 0.45 * m) ** 2 + (y - 0.5 * n) ** 2 < 0.08 * n * m
    level = 60 * inside + rng.integers(0, 40, (n, m))
    caps = rng.integers(5, 30, (4, n, m))
    caps[0, 0], caps[1, -1], caps[2, :, 0], caps[3, :, -1] = 0, 0, 0, 0
    return np.maximum(level - 45, 0), np.maximum(45 - level, 0), caps
