import numpy as np


def initialize(n, tol):
    return np.linspace(-0.7, 1.5, n), np.linspace(0.0, 4.0, n), tol, 4, 9
