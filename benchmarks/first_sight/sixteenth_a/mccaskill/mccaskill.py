import numpy as np


def initialize(n):
    rng = np.random.default_rng(20)
    energy = np.zeros((4, 4))
    for a, b, e in ((0, 3, -1.1), (1, 2, -2.4), (2, 3, -0.7)):
        energy[a, b] = energy[b, a] = e
    return rng.integers(0, 4, n), energy, 0.6
