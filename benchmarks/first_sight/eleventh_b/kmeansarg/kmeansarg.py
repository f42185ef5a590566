import numpy as np


def initialize(n, d, k, limit):
    rng = np.random.default_rng(42)
    centres = 6.0 * rng.standard_normal((k, d))
    x = centres[rng.integers(0, k, n)] + 1.5 * rng.standard_normal((n, d))
    return x, x[:k].copy(), limit, 1e-6
