import numpy as np


def initialize(points):
    rng = np.random.default_rng(313)
    return -79.0 + 162.0 * rng.random(points), -179.9 + 359.8 * rng.random(points), 6378137.0, 1.0 / 298.257223563
