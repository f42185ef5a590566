import numpy as np


def initialize(n, turns):
    rng = np.random.default_rng(67)
    x = np.sort(rng.uniform(0.0, 10.0, n))
    y = np.sin(x) + 0.2 * rng.standard_normal(n) + 3.0 * (rng.random(n) < 0.05)
    return x, y, 0.3
