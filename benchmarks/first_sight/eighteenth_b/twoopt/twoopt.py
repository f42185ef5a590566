import numpy as np


def initialize(n, rounds):
    rng = np.random.default_rng(189)
    return rng.random((n, 2)), np.arange(n), rounds
