import numpy as np


def initialize(n, right, degree):
    rng = np.random.default_rng(61)
    count = rng.integers(1, 2 * degree, n)
    start = np.concatenate([[0], np.cumsum(count)])
    target = (right * rng.random(start[-1]) ** 1.5).astype(np.int64)
    return start, target
