import numpy as np


def initialize(n, d):
    rng = np.random.default_rng(89)
    x = rng.standard_normal((n, d))
    y = np.where(np.sum(x[:, :2] ** 2, axis=1) + 0.5 * rng.standard_normal(n) > 1.4, 1.0, -1.0)
    return x, y, rng.standard_normal((n // 2, d)), 2.0, 1.0 / d, 1e-3
