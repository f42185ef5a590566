import numpy as np


def initialize(stages, parts):
    rng = np.random.default_rng(61)
    a = 4.0 + 0.05 * rng.random(parts)
    b = np.linspace(1150.0, 1500.0, parts)
    c = 220.0 - 10.0 * rng.random(parts)
    feed = 0.5 + rng.random(parts)
    return np.stack((a, b, c)), feed / feed.sum(), stages // 2, 2.5, 0.45, 1.01325
