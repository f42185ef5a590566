import numpy as np


def initialize(n):
    r = np.linspace(0.6, 1.4, n)
    z = np.linspace(-0.5, 0.5, n)
    psi = np.zeros((n, n))
    psi[:, :] = 0.01 * z
    psi[1:-1, 1:-1] += ((r[1:-1, None] - 0.6) * (1.4 - r[1:-1, None])) * (0.25 - z[1:-1] ** 2)
    return psi, r, r[1] - r[0], z[1] - z[0], 0.8
