import numpy as np


def initialize(m):
    """A flow with diffusion on a square of m by m cells, by diagonals as long as the matrix, a right side and a first guess."""
    rng = np.random.default_rng(3116)
    n = m * m
    offsets = np.array([-m - 1, -m, -1, 0, 1, m, m + 1])
    data = -rng.uniform(0.5, 1.5, (7, n)) * np.array([0.3, 1.2, 1.3, 0.0, 0.7, 0.8, 0.2])[:, None]
    data[3] = 0.15 - data.sum(axis=0)
    return offsets, data, rng.standard_normal(n), np.zeros(n)
