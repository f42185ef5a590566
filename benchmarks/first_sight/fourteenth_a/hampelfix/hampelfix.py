import numpy as np


def initialize(m, n, k):
    rng = np.random.default_rng(42)
    x = np.sin(0.02 * np.arange(n) * (1.0 + np.arange(m)[:, None])) + 0.1 * rng.standard_normal((m, n))
    wrong = rng.random((m, n)) < 0.03
    x[wrong] += 4.0 * rng.standard_normal(np.count_nonzero(wrong))
    return x, k
