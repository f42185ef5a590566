import numpy as np


def initialize(walkers, steps):
    rng = np.random.default_rng(101)
    return rng.standard_normal((2, 3, walkers)), rng.standard_normal((steps, 2, 3, walkers)), rng.random((steps, walkers))
