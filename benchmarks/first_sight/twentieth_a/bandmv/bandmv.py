import numpy as np


def initialize(n, kl, ku):
    rng = np.random.default_rng(3)
    AB = rng.standard_normal((kl + ku + 1, n))
    return 1.3, 0.4, AB, rng.standard_normal(n), rng.standard_normal(n), np.zeros(n)
