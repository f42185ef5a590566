import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(31)
    y, x = np.linspace(0.0, 1.0, n + 1)[:, None], np.linspace(0.0, 1.0, m + 1)
    area = np.clip(0.6 + 0.5 * rng.random((n, m)), 0.0, 1.0) * (rng.random((n, m)) > 0.05)
    thick = 2.0 * area * (0.5 + rng.random((n, m)))
    ocean = 0.1 * np.stack((y - 0.5 + 0.0 * x, 0.5 - x + 0.0 * y))
    wind = 0.1 * np.stack((np.sin(np.pi * y) + 0.2 * np.cos(5.0 * x), np.cos(np.pi * x) + 0.0 * y))
    return np.zeros((n + 1, m + 1)), np.zeros((n + 1, m + 1)), area, thick, ocean, wind, 1e4, 30.0
