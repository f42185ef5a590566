import numpy as np


def initialize(n, entries):
    rng = np.random.default_rng(45)
    row, col = rng.integers(0, n, entries), (n * rng.random(entries) ** 2).astype(np.int64)
    return row, col, rng.standard_normal(entries), rng.standard_normal(n)
