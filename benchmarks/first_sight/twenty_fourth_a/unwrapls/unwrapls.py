import numpy as np


def initialize(n):
    rng = np.random.default_rng(1994)
    y, x = np.mgrid[0:n, 0:n] / n
    phi = 25.0 * np.exp(-((x - 0.4) ** 2 + (y - 0.6) ** 2) / 0.08) + 9.0 * x - 5.0 * y ** 2 + 0.1 * rng.standard_normal((n, n))
    weight = np.where((x - 0.7) ** 2 + (y - 0.3) ** 2 < 0.02, 0.05, 1.0)
    return np.angle(np.exp(1j * phi)), weight
