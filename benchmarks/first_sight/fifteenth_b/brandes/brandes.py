import numpy as np


def initialize(n, degree, sources):
    rng = np.random.default_rng(42)
    table = np.zeros((n, n), dtype=bool)
    table[rng.integers(0, n, n * degree // 2), rng.integers(0, n, n * degree // 2)] = True
    table |= table.T
    np.fill_diagonal(table, False)
    indptr = np.concatenate(([0], np.cumsum(table.sum(axis=1))))
    return indptr, np.nonzero(table)[1], rng.permutation(n)[:sources]
