import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    L = np.tril(0.3 * rng.standard_normal((n, n)) / np.sqrt(n), -1)
    L[np.arange(n), np.arange(n)] = 1.0 + rng.random(n)
    return (L,)
