import numpy as np


def initialize(dates, grid):
    rng = np.random.default_rng(233)
    years = np.array([0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0])
    z = years / 1.8
    level = 3.0 + 0.05 * np.cumsum(rng.standard_normal((dates, 3)), axis=0)
    hump = (1.0 - np.exp(-z)) / z
    rates = level[:, :1] - level[:, 1:2] * hump + 0.5 * level[:, 2:] * (hump - np.exp(-z))
    return years, rates + 0.04 * rng.standard_normal(rates.shape), np.geomspace(0.5, 3.0, grid), np.geomspace(5.0, 15.0, grid), 1e-3
