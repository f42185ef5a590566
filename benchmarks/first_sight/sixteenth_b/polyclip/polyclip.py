import numpy as np


def initialize(pairs, corners):
    rng = np.random.default_rng(42)

    def polygons():
        angle = np.sort(2.0 * np.pi * (np.arange(corners) + 0.8 * rng.random((pairs, corners))) / corners, axis=1)
        size = 0.5 + rng.random((pairs, 1))
        centre = 1.6 * rng.random((pairs, 2))
        return np.stack([centre[:, :1] + size * np.cos(angle), centre[:, 1:] + size * np.sin(angle)], axis=2)
    return polygons(), polygons()
