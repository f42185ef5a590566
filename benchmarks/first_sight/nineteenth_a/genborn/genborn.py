import numpy as np


def initialize(n):
    rng = np.random.default_rng(111)
    side = int(np.ceil(n ** (1.0 / 3.0)))
    grid = np.stack(np.meshgrid(*[np.arange(side) * 2.3] * 3, indexing="ij"), axis=-1).reshape(-1, 3)[:n]
    x = grid + 0.4 * rng.standard_normal((n, 3))
    return x, rng.choice(np.array([1.2, 1.5, 1.55, 1.7]), n), 0.4 * rng.standard_normal(n)
