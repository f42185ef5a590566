import numpy as np


def initialize(n, sweeps):
    x = np.linspace(0.0, 1.0, n)
    f = np.sin(np.pi * x)[:, None] * np.exp(x) + np.outer(x, 1.0 - x)
    u = np.zeros((n, n))
    u[0], u[:, -1] = x * (1.0 - x), 0.0
    return u, f, np.zeros(sweeps), 1.0 / (n - 1), 0.05
