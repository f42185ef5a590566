import numpy as np


def initialize(paths, steps, strikes):
    return np.random.default_rng(17).standard_normal((steps, 2, paths)), np.linspace(0.01, 0.06, strikes)
