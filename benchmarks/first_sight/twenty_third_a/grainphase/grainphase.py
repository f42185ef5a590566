import numpy as np


def initialize(grains, n):
    rng = np.random.default_rng(7)
    seed = rng.integers(0, n, (grains, 2))
    at = np.indices((n, n))
    away = np.abs(at[None] - seed[:, :, None, None])
    near = np.sum(np.minimum(away, n - away) ** 2, axis=1)
    eta = np.where(np.arange(grains)[:, None, None] == np.argmin(near, axis=0), 0.9, 0.02)
    return eta + 0.02 * rng.random(eta.shape), 1.5, 1.0, 0.1
