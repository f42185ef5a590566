import numpy as np


def initialize(h, w, turns):
    y, x = np.mgrid[0:h, 0:w]

    def picture(x, y):
        return np.sin(0.21 * x) * np.cos(0.17 * y) + 0.5 * np.sin(0.05 * x * (1.0 + 0.01 * y))
    noise = np.random.default_rng(42).standard_normal((2, h, w))
    return picture(x, y) + 0.01 * noise[0], picture(x - 0.6, y + 0.3 + 0.004 * x) + 0.01 * noise[1], 0.2, turns
