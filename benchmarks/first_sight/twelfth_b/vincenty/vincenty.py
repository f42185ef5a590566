import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    lat1, lat2 = rng.uniform(-60.0, 60.0, (2, n))
    lon1 = rng.uniform(-180.0, 180.0, n)
    return lat1, lon1, lat2, lon1 + rng.uniform(1.0, 120.0, n), steps
