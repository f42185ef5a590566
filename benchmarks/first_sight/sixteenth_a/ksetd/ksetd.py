import numpy as np


def initialize(n, steps):
    length = 32.0 * np.pi
    x = length * np.arange(1, n + 1) / n
    return np.cos(x / 16.0) * (1.0 + np.sin(x / 16.0)), length, 0.25, steps
