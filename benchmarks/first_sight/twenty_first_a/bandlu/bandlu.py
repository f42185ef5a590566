import numpy as np


def initialize(n, kl, ku, m):
    rng = np.random.default_rng(1)
    i, d = np.mgrid[0:n, 0:kl + ku + 1]
    column = i + d - kl
    ab = np.where((column >= 0) & (column < n), rng.standard_normal((n, kl + ku + 1)), 0.0)
    ab[:, kl] += 2.0 * (kl + ku)
    return ab, rng.standard_normal((n, m))
