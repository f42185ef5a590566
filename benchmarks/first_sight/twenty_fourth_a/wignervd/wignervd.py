import numpy as np


def initialize(n, reach):
    rng = np.random.default_rng(1932)
    t = np.arange(n) / n
    x = np.cos(np.pi * n * (0.1 * t + 0.15 * t ** 2)) + 0.5 * np.sin(np.pi * n * 0.4 * t) + 0.1 * rng.standard_normal(n)
    return x, np.hamming(2 * reach + 1)
