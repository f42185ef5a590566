import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(1)
    c = np.linspace(-1.0, 1.0, n)
    r = np.sqrt(c[:, None, None] ** 2 + c[:, None] ** 2 + c**2)
    vol = (r < 0.6) + 0.5 * (r < 0.3) + 0.1 * rng.standard_normal((n, n, n))
    return vol.astype(np.float32), np.float32(0.25), np.float32(0.14), steps
