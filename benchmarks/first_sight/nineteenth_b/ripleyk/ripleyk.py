import numpy as np


def initialize(n, draws, k):
    rng = np.random.default_rng(69)
    parents = rng.random((n // 5, 2))
    points = np.clip(parents[rng.integers(0, n // 5, n)] + 0.03 * rng.standard_normal((n, 2)), 0.0, 1.0)
    return points, rng.random((draws, n, 2)), np.linspace(0.01, 0.2, k)
