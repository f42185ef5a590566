import numpy as np


def initialize(cells):
    """A diamond lattice, its atoms shaken a little, lengths in sigma."""
    rng = np.random.default_rng(2804)
    a = 5.431 / 2.0951
    corner = np.array([[0, 0, 0], [0, 2, 2], [2, 0, 2], [2, 2, 0]])
    base = np.concatenate((corner, corner + 1)) / 4.0
    shift = np.stack(np.meshgrid(*(np.arange(cells),) * 3, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    x = ((base + shift) * a).reshape(-1, 3)
    return x + 0.04 * rng.standard_normal(x.shape), cells * a
