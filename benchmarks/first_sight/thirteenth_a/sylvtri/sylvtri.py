import numpy as np


def initialize(m, n):
    rng = np.random.default_rng(42)
    A = np.triu(rng.standard_normal((m, m)), 1) / m + np.diag(1.0 + rng.random(m))
    B = np.triu(rng.standard_normal((n, n)), 1) / n + np.diag(1.0 + rng.random(n))
    return A, B, rng.random((m, n))
