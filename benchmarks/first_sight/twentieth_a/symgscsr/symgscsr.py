import numpy as np


def initialize(side):
    rng = np.random.default_rng(6)
    n = side * side
    at = np.arange(n)
    full = np.zeros((n, n), dtype=bool)
    right = at[at % side < side - 1]
    full[right, right + 1] = full[right + 1, right] = True
    full[at[side:], at[side:] - side] = full[at[side:] - side, at[side:]] = True
    indptr = np.concatenate(([0], np.cumsum(full.sum(axis=1))))
    indices = np.nonzero(full)[1]
    data = -rng.uniform(0.6, 1.0, len(indices))
    return indptr, indices, data, np.full(n, 4.05), rng.standard_normal(n), np.zeros(n)
