import numpy as np


def initialize(n, features, deepest):
    rng = np.random.default_rng(68)
    x = np.round(rng.standard_normal((n, features)), 2)
    y = (x[:, 0] * x[:, 1] > 0.1).astype(np.int64) + (x[:, 2] + 0.3 * rng.standard_normal(n) > 0.5)
    return x, y, 3, 4
