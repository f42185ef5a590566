import numpy as np


def initialize(points, stations):
    rng = np.random.default_rng(42)
    return (180.0 * rng.random(points) - 90.0, 360.0 * rng.random(points), 180.0 * rng.random(stations) - 90.0,
            360.0 * rng.random(stations))
