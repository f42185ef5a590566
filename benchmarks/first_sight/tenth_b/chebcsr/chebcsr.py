import numpy as np


def initialize(n, cols):
    rng = np.random.default_rng(42)
    counts = rng.integers(3, 12, n)
    indptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    indices = rng.integers(0, n, indptr[-1]).astype(np.int32)
    values = rng.standard_normal(indptr[-1]) / 12.0
    return indptr, indices, values, rng.standard_normal((n, cols))
