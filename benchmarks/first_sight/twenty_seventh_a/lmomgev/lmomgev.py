import numpy as np


def initialize(rivers, years, draws):
    rng = np.random.default_rng(379)
    shape = rng.uniform(-0.2, 0.15, (rivers, 1))
    scale = rng.uniform(30.0, 90.0, (rivers, 1))
    place = rng.uniform(100.0, 400.0, (rivers, 1))
    e = -np.log(rng.uniform(0.001, 0.999, (rivers, years)))
    flood = place + scale * (1.0 - e ** shape) / shape
    return flood, rng.integers(0, years, (draws, years)), np.array([10.0, 50.0, 100.0, 500.0])
