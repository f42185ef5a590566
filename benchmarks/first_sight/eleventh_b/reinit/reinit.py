import numpy as np


def initialize(n, steps):
    x = np.linspace(-1.0, 1.0, n)
    r = np.sqrt(x[None, :] ** 2 + 1.4 * x[:, None] ** 2)
    return (r - 0.6) * (0.2 + (x[None, :] - 0.3) ** 2 + (x[:, None] + 0.2) ** 2), x[1] - x[0], steps
