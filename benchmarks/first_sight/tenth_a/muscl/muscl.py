import numpy as np


def initialize(N, T):
    x = np.linspace(0.0, 2.0 * np.pi, N + 4)
    return 1.0 + 0.5 * np.sin(x) + 0.05 * np.random.default_rng(42).random(N + 4)
