import numpy as np


def initialize(n, per):
    """Two square matrices by compressed rows, columns in order in each row."""
    rng = np.random.default_rng(3113)

    def draw():
        rows = np.repeat(np.arange(n), rng.integers(0, 2 * per, n))
        columns = np.clip(rows + np.round(rng.standard_normal(rows.size) * 3.0 * per), 0, n - 1).astype(np.int64)
        key = np.unique(rows * n + columns)
        pointers = np.zeros(n + 1, dtype=np.int64)
        pointers[1:] = np.cumsum(np.bincount(key // n, minlength=n))
        return pointers, key % n, rng.standard_normal(key.size)

    return *draw(), *draw()
