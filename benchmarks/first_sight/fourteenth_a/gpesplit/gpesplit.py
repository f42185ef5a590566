import numpy as np


def initialize(n, steps):
    x = 16.0 * (np.arange(n) - n // 2) / n
    trap = 0.5 * (x[:, None] ** 2 + 1.4 * x**2)
    psi = np.exp(-0.3 * (x[:, None] - 1.0) ** 2 - 0.4 * x**2) * (x[:, None] + 1j * x + 0.5)
    return psi / np.sqrt(np.sum(np.abs(psi) ** 2) * (16.0 / n) ** 2), x, trap, 20.0, 0.01, steps
