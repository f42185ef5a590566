import numpy as np


def initialize(n):
    rng = np.random.default_rng(1991)
    side = int(np.ceil(n ** (1.0 / 3.0)))
    grid = np.stack(np.meshgrid(*3 * (np.arange(side),), indexing="ij"), axis=-1).reshape(-1, 3)[:n]
    x = 3.2 * grid + 0.3 * rng.random((n, 3))
    kind = grid.sum(axis=1) % 2
    return x, np.where(kind == 0, 2.84, 8.74) + 0.1 * rng.random(n), np.where(kind == 0, 8.4, 13.36)
