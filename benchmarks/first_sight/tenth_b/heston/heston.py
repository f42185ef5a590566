import numpy as np


def initialize(paths, steps):
    rng = np.random.default_rng(42)
    return rng.standard_normal((steps, paths)), rng.standard_normal((steps, paths)), 100.0, 0.04
