import numpy as np


def initialize(m, n, T):
    rng = np.random.default_rng(42)
    A = rng.random((m, n)) / np.sqrt(m * n)
    return A, np.zeros(n), A @ rng.standard_normal(n), T
