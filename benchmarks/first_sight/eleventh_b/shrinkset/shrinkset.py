import numpy as np


def initialize(n, limit):
    return np.linspace(-1.6, 1.6, n), np.linspace(-1.2, 1.2, n), -0.79 + 0.15j, limit, 2.0
