import numpy as np


def initialize(n):
    a = np.random.default_rng(42).random((n, n))
    return a @ a.T + n * np.eye(n)
