import numpy as np


def initialize(n, steps):
    """Rows of a lower triangle; the diagonal comes last in each."""
    rng = np.random.default_rng(42)
    indptr, indices, values = [0], [], []
    for i in range(n):
        cols = np.unique(rng.integers(max(0, i - 40), i + 1, min(i, 7)))
        cols = cols[cols < i]
        indices += [*cols, i]
        values += [*(-0.15 * rng.random(len(cols))), 1.0 + rng.random()]
        indptr.append(len(indices))
    return np.array(indptr, dtype=np.int64), np.array(indices, dtype=np.int64), np.array(values), rng.random(n), steps
