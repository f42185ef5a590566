import numpy as np


def initialize(n):
    x = np.linspace(-10.0, 10.0, n)
    v = -3.0 / np.sqrt((x - 1.7) ** 2 + 1.0) - 2.0 / np.sqrt((x + 1.4) ** 2 + 1.0)
    return x, v
