import numpy as np


def initialize(n, most):
    rng = np.random.default_rng(21)
    radius, turn = rng.uniform(0.3, 0.9, n), rng.uniform(0.0, 2.0 * np.pi, n)
    return radius * np.cos(turn), radius * np.sin(turn), rng.uniform(0.0, 2.0 * np.pi, (most, n))
