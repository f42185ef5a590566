import numpy as np


def initialize(n, modes):
    rng = np.random.default_rng(64)
    t = np.arange(n) / 40.0
    x = np.sin(2 * np.pi * t * (1.0 + 0.02 * t / (1.0 + t / 50.0))) + 0.6 * np.sin(0.9 * t) + 0.02 * t + 0.2 * rng.standard_normal(n)
    return x
