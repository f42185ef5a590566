import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(114)
    lat, lon = np.linspace(25.0, 45.0, n), np.linspace(-70.0, -40.0, m)
    height = np.zeros((n, m))
    for a, b, s, h in zip(rng.uniform(25, 45, 20), rng.uniform(-70, -40, 20), rng.uniform(0.8, 2.0, 20), rng.normal(0, 0.3, 20)):
        height += h * np.exp(-((lat[:, None] - a) ** 2 + (lon[None, :] - b) ** 2) / (2 * s**2))
    return height, lat, lon, np.hypot(lat[:, None] - 33.0, lon[None, :] + 60.0) > 2.0
