import numpy as np


def initialize(n, links):
    rng = np.random.default_rng(44)
    a = rng.integers(0, n, n * links)
    b = (a + 1 + (rng.random(n * links) ** 3 * (n - 1)).astype(np.int64)) % n
    linked = np.zeros((n, n), dtype=bool)
    linked[a, b] = linked[b, a] = a != b
    linked |= linked.T
    return np.concatenate(([0], np.cumsum(linked.sum(axis=1)))), np.nonzero(linked)[1]
