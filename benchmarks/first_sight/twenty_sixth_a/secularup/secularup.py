import numpy as np


def initialize(n):
    rng = np.random.default_rng(211)
    d = np.cumsum(0.05 + rng.random(n))
    z = rng.standard_normal(n)
    return d, np.where(np.abs(z) < 0.05, 0.05, z), 0.7
