import numpy as np


def initialize(degree, lats, lons):
    rng = np.random.default_rng(42)
    l = np.arange(degree + 1)
    fall = np.tril(np.ones((degree + 1, degree + 1))) / (1.0 + l[:, None]) ** 1.5
    latitudes = np.pi * (np.arange(lats) + 0.5) / lats
    return fall * rng.standard_normal(fall.shape), fall * rng.standard_normal(fall.shape), latitudes, 2.0 * np.pi * np.arange(lons) / lons
