import numpy as np


def initialize(n, d, k, steps):
    rng = np.random.default_rng(42)
    middle = 4.0 * rng.random((k, d))
    points = middle[rng.integers(0, k, n)] + 0.4 * rng.standard_normal((n, d))
    return points, points[:k].copy(), steps
