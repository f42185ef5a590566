import numpy as np


def initialize(n):
    spots = np.linspace(0.0, 200.0, n + 1)
    return spots, 100.0, 0.05, 0.25, 1.0, 1e-7
