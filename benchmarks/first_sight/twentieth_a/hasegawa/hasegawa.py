import numpy as np


def initialize(n):
    rng = np.random.default_rng(17)
    x = 2 * np.pi * np.arange(n) / n
    phi = np.cos(x)[:, np.newaxis] * np.sin(2 * x) + 0.5 * np.sin(2 * x)[:, np.newaxis] * np.cos(x)
    return phi + 0.05 * rng.standard_normal((n, n))
