import numpy as np


def initialize(m, n, rhs):
    rng = np.random.default_rng(31)
    A = rng.standard_normal((m, n)) + 1j * rng.standard_normal((m, n))
    B = rng.standard_normal((m, rhs)) + 1j * rng.standard_normal((m, rhs))
    return A, B
