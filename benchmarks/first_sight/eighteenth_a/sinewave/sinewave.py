import numpy as np


def initialize(n):
    rng = np.random.default_rng(9)
    x = np.arange(1, n + 1) / (n + 1)
    bump = np.exp(-40.0 * ((x[:, None] - 0.4) ** 2 + (x[None, :] - 0.55) ** 2))
    return 4.0 * bump, 0.1 * rng.standard_normal((n, n)) * bump
