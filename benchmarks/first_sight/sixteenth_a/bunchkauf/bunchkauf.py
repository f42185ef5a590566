import numpy as np


def initialize(n):
    rng = np.random.default_rng(7)
    A = rng.standard_normal((n, n))
    A = A + A.T
    A[np.arange(n), np.arange(n)] *= rng.choice([0.05, 1.0], n)
    return A, np.zeros(n, dtype=np.int64)
