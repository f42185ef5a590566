import numpy as np


def initialize(n):
    rng = np.random.default_rng(73)
    line = rng.integers(0, 4, n)
    x = rng.integers(0, 12 * n, n)
    y = np.where(rng.random(n) < 0.7, x - line * 3 * n + rng.integers(-20, 20, n), rng.integers(0, 12 * n, n))
    order = np.lexsort((y, x))
    return x[order], y[order], rng.integers(11, 25, n), 40, 500
