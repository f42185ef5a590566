import numpy as np


def initialize(n, deg):
    rng = np.random.default_rng(42)
    counts = rng.integers(1, 2 * deg, n)
    indptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    heads = rng.integers(0, n, indptr[-1])
    heads[indptr[:-1]] = (np.arange(n) + n - 1) % n
    cost = 0.1 + rng.random(indptr[-1])
    return indptr, heads, cost
