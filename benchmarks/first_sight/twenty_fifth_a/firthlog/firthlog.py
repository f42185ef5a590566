import numpy as np


def initialize(n, p, traits):
    rng = np.random.default_rng(241)
    x = np.concatenate((np.ones((n, 1)), rng.standard_normal((n, p - 1))), axis=1)
    slope = rng.standard_normal((p, traits)) * 0.8
    slope[0] -= 2.5
    y = (rng.random((n, traits)) < 1.0 / (1.0 + np.exp(-x @ slope))).astype(np.float64)
    return x, y, 1e-8
