import numpy as np


def initialize(n):
    rng = np.random.default_rng(2803)
    rho = 1.0 + 0.1 * rng.standard_normal((n, n))
    y, x = np.mgrid[:n, :n] / n
    return rho + 2.0 * np.exp(-40.0 * ((x - 0.3) ** 2 + (y - 0.6) ** 2)), np.ones((n, n)) + 0.2 * np.cos(np.pi * x)
