import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(11)
    U = np.triu(0.2 * rng.standard_normal((n, n)), 1) + np.eye(n)
    return np.zeros(n), U, 1.0 + rng.random(n), rng.standard_normal((m, n)), rng.standard_normal(m), 0.1 + rng.random(m)
