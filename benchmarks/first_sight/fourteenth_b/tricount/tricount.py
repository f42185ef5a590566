import numpy as np


def initialize(n, degree):
    """Sorted rows of a graph without direction, most edges between near places."""
    rng = np.random.default_rng(42)
    count = n * degree // 2
    u = rng.integers(0, n, count)
    v = (u + 1 + rng.geometric(1.5 / degree, count)) % n
    edges = np.unique(np.concatenate((u * n + v, v * n + u)))
    rows, indices = np.divmod(edges[edges // n != edges % n], n)
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=n)))), indices
