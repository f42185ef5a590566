import numpy as np


def initialize(n, count):
    rng = np.random.default_rng(42)
    A = rng.standard_normal((n, n)) / np.sqrt(n) - 0.8 * np.eye(n)
    return A, rng.standard_normal(n), np.linspace(0.1, 6.0, count)
