import numpy as np


def initialize(n, steps):
    x = np.cos(np.pi * np.arange(n) / (n - 1))
    return 0.6 * np.sin(4.0 * x[:, None] + 1.0) * np.cos(5.0 * x) + 0.1 * np.random.default_rng(42).standard_normal((n, n)), steps
