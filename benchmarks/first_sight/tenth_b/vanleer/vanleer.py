import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    x = np.linspace(0.0, 1.0, n)
    q = np.zeros((n + 4, n + 4))
    q[2:-2, 2:-2] = np.exp(-60.0 * ((x[:, None] - 0.4) ** 2 + (x - 0.6) ** 2)) + 0.05 * rng.random((n, n))
    u = np.cos(2.0 * np.pi * np.linspace(0.0, 1.0, n + 1))[:, None] * np.ones((n + 1, n))
    v = np.sin(2.0 * np.pi * np.linspace(0.0, 1.0, n + 1)) * np.ones((n, n + 1))
    return q, u, v, 0.3, 0.25
