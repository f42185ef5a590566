import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    t = np.linspace(0.0, 6.0, n)
    return np.sin(t) + 0.1 * rng.standard_normal(n), np.sin(t**1.1) + 0.1 * rng.standard_normal(n), 0.5
