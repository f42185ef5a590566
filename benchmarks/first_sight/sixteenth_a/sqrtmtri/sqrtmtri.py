import numpy as np


def initialize(n):
    rng = np.random.default_rng(5)
    T = np.triu(0.3 * (rng.standard_normal((n, n)) + 1j * rng.standard_normal((n, n))))
    T[np.arange(n), np.arange(n)] = 1.0 + rng.random(n) + 1j * (rng.random(n) - 0.5)
    return (T,)
