import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    y, x = np.mgrid[0:n, 0:n] / n
    image = ((x - 0.5)**2 + (y - 0.4)**2 < 0.09) * 0.7 + (np.abs(x - y) < 0.1) * 0.4 + 0.05 * rng.standard_normal((n, n))
    return image.astype(np.float32), np.float32(0.12), np.float32(0.35)
