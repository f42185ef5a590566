import numpy as np


def initialize(paths, n):
    """Draws of three kinds, each second path the mirror of the first."""
    Z = np.random.default_rng(2818).standard_normal((3, paths // 2, n))
    return np.concatenate((Z, -Z), axis=1), np.array([0.85, 0.92, 1.0, 1.06, 1.12])
