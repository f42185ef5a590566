import numpy as np


def initialize(n, m, search, patch):
    y, x = np.mgrid[0:n, 0:m]
    return (np.sin(0.2 * x) > np.cos(0.15 * y)) + 0.2 * np.random.default_rng(42).standard_normal((n, m)), search, patch, 0.4
