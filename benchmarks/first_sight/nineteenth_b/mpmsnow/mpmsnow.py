import numpy as np


def initialize(particles, grid, steps):
    rng = np.random.default_rng(79)
    x = 0.3 + 0.35 * rng.random((particles, 2))
    v = np.tile(np.array([0.5, -2.0]), (particles, 1))
    return x, v, np.zeros((particles, 2, 2)), np.tile(np.eye(2), (particles, 1, 1))
