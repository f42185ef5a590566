import numpy as np


def initialize(n):
    return np.array([1.2, 0.7]), 0.85, 0.05, n
