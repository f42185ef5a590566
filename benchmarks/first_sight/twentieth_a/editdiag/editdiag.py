import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(22)
    a = rng.integers(0, 6, n).astype(np.uint8)
    b = np.concatenate((a[3:], rng.integers(0, 6, m - n + 3).astype(np.uint8)))
    at = rng.integers(0, m - 1, m // 12)
    b[at], b[at + 1] = b[at + 1], b[at]
    cost = rng.integers(2, 7, (6, 6)).astype(np.int32)
    np.fill_diagonal(cost, 0)
    return a, b, cost + cost.T
