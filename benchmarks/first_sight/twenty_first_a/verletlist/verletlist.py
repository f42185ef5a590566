import numpy as np


def initialize(side):
    rng = np.random.default_rng(18)
    box = 1.25 * side
    i, j, k = np.indices((side, side, side)).reshape(3, -1)
    pos = (np.stack((i, j, k), axis=1) + 0.5) * 1.25 + 0.05 * rng.standard_normal((side ** 3, 3))
    vel = 1.5 * rng.standard_normal((side ** 3, 3))
    return pos, vel - vel.mean(axis=0), box
