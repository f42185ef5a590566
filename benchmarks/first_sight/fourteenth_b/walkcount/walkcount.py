import numpy as np


def initialize(n, walkers, steps):
    rng = np.random.default_rng(42)
    degrees = 1 + rng.poisson(4.0, n)
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = (n * rng.random(indptr[-1]) ** 2).astype(np.int64)
    return indptr, indices, rng.integers(0, n, walkers), rng.random((steps, 2, walkers)), 0.15
