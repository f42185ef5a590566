import numpy as np


def initialize(n, rays):
    rng = np.random.default_rng(76)
    density = rng.random((n, n, n)) ** 4 * 0.6
    origin = np.column_stack([np.zeros(rays), rng.uniform(1.0, n - 1.0, (rays, 2))])
    direction = np.column_stack([np.ones(rays), 0.6 * rng.standard_normal((rays, 2))])
    return density, origin, direction / np.linalg.norm(direction, axis=1)[:, None]
