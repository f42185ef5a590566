import numpy as np


def initialize(N, T):
    x = np.linspace(-1.0, 1.0, N)
    bump = np.exp(-20.0 * (x[:, np.newaxis] ** 2 + x ** 2))
    return 1.0 + 0.2 * bump, np.zeros((N, N)), np.zeros((N, N)), 0.1 * np.random.default_rng(42).random((N, N))
