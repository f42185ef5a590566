import numpy as np


def initialize(n, steps):
    u = np.zeros((n, n))
    u[0, :] = 1.0
    return u, np.zeros((n, n)), np.zeros((n, n)), 1.0 / (n - 1), 0.1 / (n - 1), 0.02, steps, 2e-3, 60
