import numpy as np


def initialize(n, members, cycles):
    rng = np.random.default_rng(113)
    base = 8.0 * np.sin(2.0 * np.pi * 3.0 * np.arange(n) / n)
    X = base + 1.5 * rng.standard_normal((members, n))
    return X, base + rng.standard_normal(n), 0.7 * rng.standard_normal((cycles, members + 1, n // 2)), 6.0
