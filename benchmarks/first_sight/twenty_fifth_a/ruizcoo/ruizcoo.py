import numpy as np


def initialize(n, per_row):
    rng = np.random.default_rng(251)
    row = np.repeat(np.arange(n), per_row)
    col = (row + rng.integers(-n // 4, n // 4 + 1, row.size) * (np.arange(row.size) % per_row > 0)) % n
    val = rng.standard_normal(row.size) * 10.0 ** rng.integers(-4, 5, n)[row] * 10.0 ** rng.integers(-3, 4, n)[col]
    return row, col, val, rng.standard_normal(n), 1e-3
