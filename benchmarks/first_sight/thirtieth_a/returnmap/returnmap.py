import numpy as np


def initialize(points, steps):
    """A way of small strains that turns around, for points of a body that feel it differently."""
    rng = np.random.default_rng(3023)
    t = np.linspace(0.0, 2.0 * np.pi, steps + 1)
    way = np.zeros((steps + 1, 3, 3))
    way[:, 0, 0], way[:, 1, 1], way[:, 2, 2] = 4e-3 * np.sin(t), -1.5e-3 * np.sin(t), -2e-3 * np.sin(t)
    way[:, 0, 1] = way[:, 1, 0] = 2e-3 * (1.0 - np.cos(2.0 * t))
    way[:, 1, 2] = way[:, 2, 1] = 1e-3 * np.sin(3.0 * t)
    return way, rng.uniform(0.3, 1.8, points), rng.uniform(200.0, 300.0, points)
