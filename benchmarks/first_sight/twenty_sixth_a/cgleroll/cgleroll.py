import numpy as np


def initialize(size):
    rng = np.random.default_rng(229)
    y, x = np.mgrid[:size, :size] * (2.0 * np.pi / size)
    A = np.sin(x) + 1j * np.sin(y + 0.4) + 0.1 * (rng.standard_normal((size, size)) + 1j * rng.standard_normal((size, size)))
    return A, 1.5, -0.7, 1.0, 0.05
