import numpy as np


def initialize(side):
    rng = np.random.default_rng(18)
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    n = len(grid)
    return 3.2 * grid + rng.uniform(-0.4, 0.4, (n, 3)), rng.uniform(0.8, 1.6, n), 0.1 * rng.standard_normal((n, 3))
