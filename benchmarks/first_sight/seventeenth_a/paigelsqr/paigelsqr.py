import numpy as np


def initialize(m, n, width, steps):
    rng = np.random.default_rng(21)
    column = rng.integers(0, n, (m, width))
    value = rng.standard_normal((m, width))
    return value, column, rng.standard_normal(m), np.zeros(n), 0.8, np.zeros(steps)
