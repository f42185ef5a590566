import numpy as np


def initialize(nx, ny, limit):
    return np.array([-1.1, -1.4]), np.array([1.1, 1.4]), nx, ny, limit
