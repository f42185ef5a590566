import numpy as np


def initialize(n):
    rng = np.random.default_rng(1998)
    y, x = np.mgrid[0:n, 0:n]
    image = np.zeros((n, n))
    for k in range(8):
        angle, offset = np.pi * rng.random(), n * (rng.random() - 0.2)
        image += np.exp(-(x * np.cos(angle) + y * np.sin(angle) - offset) ** 2 / (2.0 * (1.0 + k % 4) ** 2))
    return 200.0 * image + 5.0 * rng.standard_normal((n, n))
