import numpy as np


def initialize(n):
    rng = np.random.default_rng(2002)
    y, x = np.mgrid[0:n, 0:n]
    image = 120.0 + 60.0 * np.sin(0.3 * x + 0.002 * x * y) + 40.0 * np.cos(0.17 * y) + 15.0 * rng.standard_normal((n, n))
    return np.clip(image, 0, 255).astype(np.uint8)
