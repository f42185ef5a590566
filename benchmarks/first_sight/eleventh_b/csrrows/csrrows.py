import numpy as np


def initialize(n, per_row, sweeps):
    rng = np.random.default_rng(42)
    lengths = rng.integers(per_row // 2, per_row + per_row // 2 + 1, n)
    indptr = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    indices = rng.integers(0, n, indptr[-1]).astype(np.int32)
    return indptr, indices, rng.random(indptr[-1]) + 0.1, rng.random(n), sweeps
