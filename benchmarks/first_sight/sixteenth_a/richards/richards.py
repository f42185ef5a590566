import numpy as np


def initialize(n, steps):
    return -3.0 + 0.5 * np.linspace(0.0, 1.0, n) ** 2, 1.0 / n, 14400.0 / n, steps, 2.0e-6
