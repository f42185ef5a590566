import numpy as np


def initialize(n, reach):
    rng = np.random.default_rng(62)
    rows, columns = np.repeat(np.arange(n), 2), np.repeat(np.arange(n), 2) + rng.integers(1, reach, 2 * n)
    kept = columns < n
    rows, columns = rows[kept], columns[kept]
    name = rng.permutation(n)
    full = np.unique(np.concatenate([name[rows] * n + name[columns], name[columns] * n + name[rows]]))
    start = np.searchsorted(full, np.arange(n + 1) * n)
    return start, full % n
