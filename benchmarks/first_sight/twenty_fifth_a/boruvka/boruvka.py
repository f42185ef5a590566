import numpy as np


def initialize(n, edges):
    rng = np.random.default_rng(263)
    x = rng.random((n, 2))
    a = rng.integers(0, n, edges)
    b = (a + rng.integers(1, max(2, n // 8), edges)) % n
    return a, b, np.hypot(*(x[a] - x[b]).T), np.zeros(n)
