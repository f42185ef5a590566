import numpy as np


def initialize(n, tol):
    return np.linspace(0.2, 2.0, n), np.linspace(3.0, 8.0, n), 0.0, 3.0, tol
