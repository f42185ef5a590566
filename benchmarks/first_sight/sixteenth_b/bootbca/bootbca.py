import numpy as np


def initialize(n, draws):
    rng = np.random.default_rng(42)
    x = rng.standard_normal(n)
    y = 0.6 * x + 0.8 * rng.standard_normal(n) ** 3 / 3.0
    return x, y, rng.integers(0, n, (draws, n)), np.array([0.025, 0.25, 0.75, 0.975])
