import numpy as np


def initialize(n):
    rng = np.random.default_rng(34)
    A = rng.standard_normal((n, n)) * (rng.random((n, n)) < 0.5)
    spread = 2.0 ** rng.integers(-8, 9, n)
    return A * spread[:, None] / spread, np.ones(n)
