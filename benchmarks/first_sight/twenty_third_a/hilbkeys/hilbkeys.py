import numpy as np


def initialize(n):
    rng = np.random.default_rng(109)
    points = np.concatenate((rng.random((n - n // 3, 3)), 0.5 + 0.05 * rng.standard_normal((n // 3, 3))))
    return np.clip(points, 0.0, 0.999999), rng.standard_normal(n)
