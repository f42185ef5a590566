import numpy as np


def initialize(side):
    rng = np.random.default_rng(283)
    y, x = np.mgrid[:side, :side] / 16.0
    first = 128.0 + 70.0 * np.sin(x + 0.3 * y) * np.cos(0.7 * y) + 8.0 * rng.standard_normal((side, side))
    second = 0.9 * np.roll(first, 1, axis=1) + 10.0 + 6.0 * rng.standard_normal((side, side))
    window = np.exp(-(np.arange(11) - 5.0) ** 2 / (2.0 * 1.5 ** 2))
    return first.astype(np.float32), second.astype(np.float32), (window / window.sum()).astype(np.float32)
