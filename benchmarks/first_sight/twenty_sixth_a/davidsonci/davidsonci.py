import numpy as np


def initialize(n):
    rng = np.random.default_rng(223)
    couple = np.where(rng.random((n, n)) < 0.1, rng.standard_normal((n, n)), 0.0)
    A = 0.05 * (couple + couple.T)
    A[np.arange(n), np.arange(n)] = 0.5 + 0.2 * np.arange(n) + 0.1 * rng.random(n)
    return (A,)
