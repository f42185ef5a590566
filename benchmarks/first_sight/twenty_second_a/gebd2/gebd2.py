import numpy as np


def initialize(m, n):
    A = np.random.default_rng(32).standard_normal((m, n))
    return A, np.zeros(n), np.zeros(n - 1), np.zeros(n), np.zeros(n - 1)
