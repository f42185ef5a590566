import numpy as np


def initialize(n, T):
    x = np.linspace(0.0, 1.0, n)
    return 300.0 + 200.0 * np.exp(-50.0 * (x - 0.4) ** 2), T
