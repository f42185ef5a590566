import numpy as np


def initialize(n):
    rng = np.random.default_rng(25)
    x = np.linspace(-1.0, 1.0, n)
    r = np.sqrt(x[:, None] ** 2 + x[None, :] ** 2)
    bed = 300.0 * np.cos(3.0 * x)[:, None] * np.cos(2.0 * x)[None, :] + 10.0 * rng.standard_normal((n, n))
    H = 2500.0 * np.sqrt(np.maximum(0.0, 1.0 - (r / 0.7) ** 2))
    return H, bed, 0.5 - 1.2 * r**2, 1.5e6 / (n - 1)
