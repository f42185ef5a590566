import numpy as np


def initialize(n, inputs):
    rng = np.random.default_rng(11)
    A = np.diag(-2.0 - 8.0 * rng.random(n)) + np.diag(np.full(n - 1, 1.5), 1) + np.diag(np.full(n - 1, 0.5), -1)
    A += 0.3 / np.sqrt(n) * rng.standard_normal((n, n))
    B = rng.standard_normal((n, inputs))
    C = rng.standard_normal((3, n))
    return A, B, C, -np.geomspace(0.8, 12.0, 6)
