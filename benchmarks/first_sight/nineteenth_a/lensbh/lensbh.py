import numpy as np


def initialize(n):
    rng = np.random.default_rng(107)
    t = np.linspace(-9.0, 9.0, n) + 0.01 * rng.random(n)
    by, bx = np.meshgrid(t, t, indexing="ij")
    return bx, by, (3.0, 8.0, 1.3)
