import numpy as np


def initialize(n):
    rng = np.random.default_rng(51)
    psi = 0.7 + 0.1 * (rng.standard_normal((n, n)) + 1j * rng.standard_normal((n, n)))
    return psi, np.zeros((n - 1, n)), np.zeros((n, n - 1))
