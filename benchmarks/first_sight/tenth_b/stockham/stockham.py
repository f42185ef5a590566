import numpy as np


def initialize(m):
    rng = np.random.default_rng(42)
    n = 2**m
    t = np.arange(n) / n
    x = np.sin(2.0 * np.pi * 50.0 * t) + 0.3 * rng.standard_normal(n)
    return x, 0.5 - 0.5 * np.cos(2.0 * np.pi * t)
