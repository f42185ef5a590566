import numpy as np


def initialize(series, n):
    rng = np.random.default_rng(2812)
    t = np.cumsum(rng.uniform(0.2, 1.0, n))
    y = rng.uniform(-2.0, 2.0, (series, 1)) * t + rng.standard_normal((series, n))
    return t, y + np.where(rng.random((series, n)) < 0.1, 80.0, 0.0)
