import numpy as np


def initialize(n):
    """Some dense groups, and edges at random between them."""
    rng = np.random.default_rng(359)
    group = rng.integers(0, max(n // 12, 2), n)
    chance = np.where(group[:, None] == group, 0.7, 0.06)
    upper = np.triu(rng.random((n, n)) < chance, 1)
    return ((upper | upper.T).astype(np.int64),)
