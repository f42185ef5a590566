import numpy as np


def initialize(nx, ny, steps):
    x, y = np.arange(nx), np.arange(ny)
    solid = (x - nx / 4) ** 2 + (y[:, None] - ny / 2) ** 2 < (ny / 6) ** 2
    f = np.ones((ny, nx, 9)) + 0.01 * np.random.default_rng(42).standard_normal((ny, nx, 9))
    f[:, :, 3] += 1.2
    return 100.0 * f / f.sum(axis=2, keepdims=True), solid, steps
