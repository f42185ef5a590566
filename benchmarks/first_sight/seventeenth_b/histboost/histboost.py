import numpy as np


def initialize(rows, features, bins, trees):
    rng = np.random.default_rng(42)
    X = rng.integers(0, bins, (rows, features), dtype=np.uint8)
    z = X / bins
    score = 3.0 * z[:, 0] - 2.0 * z[:, 1] ** 2 + np.sin(6.0 * z[:, 2]) * z[:, 3] - 0.6 + 0.5 * rng.standard_normal(rows)
    return X, (score > 0.0).astype(np.float64), bins, trees
