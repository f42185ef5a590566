import numpy as np


def initialize(rows, cols, size, k):
    rng = np.random.default_rng(42)
    each = [np.unique(rng.integers(0, cols, rng.integers(2, 9))) for _ in range(rows)]
    indptr = np.concatenate(([0], np.cumsum([e.size for e in each])))
    data = rng.standard_normal((indptr[-1], size, size))
    return indptr, np.concatenate(each), data, rng.standard_normal((cols * size, k)), rng.standard_normal(size)
