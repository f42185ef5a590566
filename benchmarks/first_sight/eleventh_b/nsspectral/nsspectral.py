import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    x = 2.0 * np.pi * np.arange(n) / n
    omega = np.sin(3.0 * x)[:, None] * np.cos(2.0 * x)[None, :] + 0.1 * rng.standard_normal((n, n))
    return omega, steps, 1e-3, 5e-3
