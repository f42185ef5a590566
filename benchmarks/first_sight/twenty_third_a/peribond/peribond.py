import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(19)
    u = 1e-5 * rng.standard_normal((2, n, m))
    v = np.zeros((2, n, m))
    alive = np.ones((14, n, m), dtype=bool)
    alive[:, n // 2 - 1:n // 2 + 1, :m // 4] = False
    return u, v, alive, 0.01, 40.0, 0.02, 0.5, 1e-3
