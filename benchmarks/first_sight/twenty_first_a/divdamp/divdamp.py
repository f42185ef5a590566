import numpy as np


def initialize(ni, nj, nk):
    rng = np.random.default_rng(5)
    dx = 1.0e3 * (1.0 + 0.2 * rng.random((ni + 1, nj + 1)))
    dy = 1.0e3 * (1.0 + 0.2 * rng.random((ni + 1, nj + 1)))
    u = 10.0 * rng.standard_normal((ni + 1, nj, nk))
    v = 10.0 * rng.standard_normal((ni, nj + 1, nk))
    return u, v, dx, dy, dx[:-1, :-1] * dy[:-1, :-1], np.zeros((ni, nj, nk))
