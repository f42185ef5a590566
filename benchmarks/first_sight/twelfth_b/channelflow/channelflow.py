import numpy as np


def initialize(ny, nx, nit, limit):
    return np.zeros((ny, nx)), np.zeros((ny, nx)), np.ones((ny, nx)), 1.0, nit, limit
