import numpy as np


def initialize(cells, samples):
    rng = np.random.default_rng(42)
    start = np.array([5.0, 0.5, 0.5, 0.2, 0.1, 0.1, 2.0, 1.5]) * (0.8 + 0.4 * rng.random((cells, 8)))
    vmax = np.array([2.0, 6.0, 4.0, 9.0, 5.0, 3.0, 1.5]) * (0.7 + 0.6 * rng.random((cells, 7)))
    return start, vmax, 0.25 * np.arange(samples)
