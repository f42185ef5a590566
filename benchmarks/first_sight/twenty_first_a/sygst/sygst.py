import numpy as np


def initialize(n):
    rng = np.random.default_rng(3)
    A = rng.standard_normal((n, n))
    return A + A.T, np.tril(rng.uniform(-0.5, 0.5, (n, n)) / np.sqrt(n), -1) + np.diag(rng.uniform(1.0, 2.0, n))
