import numpy as np


def initialize(side, grid):
    rng = np.random.default_rng(281)
    y, x = np.mgrid[:side, :side] / side
    seeds = rng.random((12, 2))
    owner = np.argmin((y[..., None] - seeds[:, 0]) ** 2 + (x[..., None] - seeds[:, 1]) ** 2, axis=2)
    picture = (80.0 * rng.random((12, 3)))[owner] + 4.0 * rng.standard_normal((side, side, 3))
    return picture, grid, 10.0
