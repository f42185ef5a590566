import numpy as np


def initialize(n, bins):
    rng = np.random.default_rng(42)
    image = rng.random((n, n)) + 1.0
    x = np.linspace(-1.0, 1.0, n)
    y = np.linspace(-0.9, 1.1, n)
    return image, x, y, np.linspace(0.0, 1.45, bins + 1)
