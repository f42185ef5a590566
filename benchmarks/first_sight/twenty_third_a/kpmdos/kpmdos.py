import numpy as np


def initialize(n, draws, points):
    rng = np.random.default_rng(71)
    vectors = np.exp(2j * np.pi * rng.random((draws, n, n)))
    energy = 0.98 * np.cos(np.pi * (np.arange(points) + 0.5) / points)
    return rng.random((n, n)) - 0.5, vectors, np.exp(2j * np.pi * 2.0 / n * np.arange(n)), 4.8, energy
