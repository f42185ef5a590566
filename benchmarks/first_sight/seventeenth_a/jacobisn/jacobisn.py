import numpy as np


def initialize(n, k):
    return np.linspace(-3.0, 9.0, n), np.linspace(0.01, 0.97, k)
