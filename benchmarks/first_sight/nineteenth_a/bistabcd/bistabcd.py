import numpy as np


def initialize(n):
    rng = np.random.default_rng(101)
    t = np.linspace(-1.0, 1.0, n)
    y, x = np.meshgrid(t, t, indexing="ij")
    b = np.exp(-20.0 * ((x - 0.3) ** 2 + y**2)) + 0.05 * rng.random((n, n))
    return b, -0.8 * y, 0.8 * x
