import numpy as np


def initialize(n, b):
    rng = np.random.default_rng(7)
    return np.tril(rng.uniform(-1.0, 1.0, (n, n)), -1) / np.sqrt(n) + np.diag(rng.uniform(1.0, 2.0, n))
