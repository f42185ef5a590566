import numpy as np


def initialize(n):
    rng = np.random.default_rng(52)
    t = np.arange(n) / 8000.0
    return np.sin(2.0 * np.pi * 440.0 * t * (1.0 + 0.1 * t)) + 0.3 * np.sin(2.0 * np.pi * 1234.0 * t) + 0.01 * rng.standard_normal(n)
