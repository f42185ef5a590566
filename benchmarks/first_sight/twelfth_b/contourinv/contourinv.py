import numpy as np


def initialize(n, points):
    rng = np.random.default_rng(42)
    H = np.diag(0.6 * rng.standard_normal(n)) - np.eye(n, k=1) - np.eye(n, k=-1) + 0.2 * (np.eye(n, k=5) + np.eye(n, k=-5))
    return H, -5.0, -0.3, points
