import numpy as np


def initialize(side):
    rng = np.random.default_rng(22)
    j, i = np.mgrid[0:side, 0:side] / side
    fixed = np.sin(9.0 * i + 2.0 * j) * np.cos(7.0 * j) + 0.1 * rng.standard_normal((side, side))
    moving = np.exp(-np.roll(fixed, (1, -1), axis=(0, 1))) + 0.1 * rng.standard_normal((side, side))
    return fixed, moving
