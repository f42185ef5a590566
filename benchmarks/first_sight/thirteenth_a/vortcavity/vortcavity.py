import numpy as np


def initialize(n, steps, sweeps):
    return np.zeros((n, n)), 1e-3 * np.random.default_rng(42).random((n, n)), steps, sweeps
