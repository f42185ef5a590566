import numpy as np


def initialize(n, steps):
    x = 2.0 * np.pi * np.arange(n) / n
    psi = np.sin(x)[:, None] * np.cos(2.0 * x) + 0.3 * np.cos(3.0 * x)[:, None] * np.sin(x)
    return np.cos(2.0 * x)[:, None] * np.sin(x) + 0.1 * psi, psi, 2.0 * np.pi / n, 0.2 * np.pi / n, steps
