import numpy as np


def initialize(n, levels, cycles):
    x = np.linspace(0.0, 1.0, n)
    f = np.sin(3.0 * np.pi * x[:, None]) * x + np.random.default_rng(42).standard_normal((n, n))
    return np.zeros((n, n)), f, levels, cycles
