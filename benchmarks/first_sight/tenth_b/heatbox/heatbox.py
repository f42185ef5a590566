import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    u = np.zeros((n, n))
    v = np.zeros((n, n))
    p = np.zeros((n, n))
    t = np.linspace(1.0, 0.0, n)[:, None] + 0.02 * rng.standard_normal((n, n))
    dx = 1.0 / (n - 1)
    return u, v, p, t, 0.05 * dx, dx, 0.01, 8.0
