import numpy as np


def initialize(m, n, r, steps):
    rng = np.random.default_rng(42)
    V = rng.poisson(3.0 * rng.random((m, r)) @ rng.random((r, n))).astype(np.float64)
    return V, 0.1 + rng.random((m, r)), 0.1 + rng.random((r, n)), steps
