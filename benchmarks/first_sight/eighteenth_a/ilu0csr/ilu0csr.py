import numpy as np


def initialize(side, extra):
    rng = np.random.default_rng(14)
    n = side * side
    full = np.zeros((n, n), dtype=bool)
    at = np.arange(n)
    full[at, at] = True
    right = at[at % side < side - 1]
    full[right, right + 1] = full[right + 1, right] = True
    full[at[side:], at[side:] - side] = full[at[side:] - side, at[side:]] = True
    full[rng.integers(0, n, extra), rng.integers(0, n, extra)] = True
    indptr = np.concatenate(([0], np.cumsum(full.sum(axis=1))))
    indices = np.nonzero(full)[1]
    rows = np.repeat(at, np.diff(indptr))
    data = np.where(rows == indices, rng.uniform(4.0, 5.0, len(indices)), -rng.uniform(0.5, 1.0, len(indices)))
    return indptr, indices, data, rng.standard_normal(n)
