import numpy as np


def initialize(n):
    rng = np.random.default_rng(347)
    y, x = np.mgrid[:n, :n] / n
    body = ((x - 0.4) ** 2 + (y - 0.5) ** 2 < 0.06) | ((np.abs(x - 0.75) < 0.12) & (np.abs(y - 0.6) < 0.2))
    image = 0.25 + 0.5 * body + 0.12 * rng.standard_normal((n, n))
    return image, np.sin(5.0 * np.pi * x) * np.sin(5.0 * np.pi * y)
