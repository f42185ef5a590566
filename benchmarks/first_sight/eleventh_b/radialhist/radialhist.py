import numpy as np


def initialize(n, bins):
    rng = np.random.default_rng(42)
    edges = np.sqrt(np.linspace(0.0, (0.7 * n) ** 2, bins + 1))
    return rng.poisson(40.0, (n, n)).astype(np.float64), 0.48 * n, 0.53 * n, edges
