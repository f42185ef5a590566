import numpy as np


def initialize(h, w, most):
    rng = np.random.default_rng(42)
    image = np.zeros((h, w))
    for _ in range(20):
        i, j = rng.integers(0, h - 12), rng.integers(0, w - 12)
        image[i:i + rng.integers(6, 12), j:j + rng.integers(6, 12)] += rng.random()
    return image + 0.01 * rng.standard_normal((h, w)), most
