import numpy as np


def initialize(n):
    rng = np.random.default_rng(3)
    A = rng.standard_normal((n, n))
    B = rng.standard_normal((n, n)) + 2.0 * np.eye(n)
    return A, B
