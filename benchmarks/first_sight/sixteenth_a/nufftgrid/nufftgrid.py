import numpy as np


def initialize(points, modes):
    rng = np.random.default_rng(4)
    return 2.0 * np.pi * rng.random(points), rng.standard_normal(points) + 1j * rng.standard_normal(points), modes
