import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(26)
    return 0.1 * rng.standard_normal((n, n)), 0.3, 0.8, 8.0 * np.pi, 0.1, steps
