import numpy as np


def initialize(n, d, hidden, classes):
    rng = np.random.default_rng(42)
    degree = rng.integers(0, 16, n)
    indptr = np.concatenate(([0], np.cumsum(degree))).astype(np.int32)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)
    return (indptr, rng.integers(0, n, indptr[-1]).astype(np.int32), rng.standard_normal((n, d)).astype(np.float32), draw(d, hidden),
            draw(d, hidden), draw(hidden, classes), draw(hidden, classes))
