import numpy as np


def initialize(size, stars):
    rng = np.random.default_rng(283)
    y, x = np.mgrid[:size, :size]
    image = 200.0 + 0.1 * x + 8.0 * rng.standard_normal((size, size))
    place = 4.0 + (size - 8.0) * rng.random((stars, 2))
    for py, px in place:
        a, b = max(int(py) - 12, 0), max(int(px) - 12, 0)
        cut = np.s_[a:a + 25, b:b + 25]
        image[cut] += rng.exponential(400.0) * np.exp(-((y[cut] - py) ** 2 + (x[cut] - px) ** 2) / 8.0)
    return image, place + 0.5 * rng.standard_normal((stars, 2)), 4.0, 8.0, 12.0
