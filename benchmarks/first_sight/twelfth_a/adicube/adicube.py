import numpy as np


def initialize(N, T):
    x = np.linspace(0.0, np.pi, N)
    s = np.sin(x)
    return s[:, None, None] * s[:, None] * s + 0.1 * np.random.default_rng(42).random((N, N, N)), T
