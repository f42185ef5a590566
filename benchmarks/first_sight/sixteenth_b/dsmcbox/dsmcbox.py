import numpy as np


def initialize(n, cells, steps):
    rng = np.random.default_rng(42)
    x = rng.random(n)
    v = rng.standard_normal((n, 3))
    v[:, 0] += np.where(x < 0.5, 1.0, -1.0)
    draws = rng.random((steps, n // 2, 3))
    return x, v, draws, np.zeros((steps, cells), dtype=np.int64), np.zeros((steps, cells))
