import numpy as np


def initialize(n):
    x = 2.0 * np.pi * np.arange(n) / n
    z, y, x = np.meshgrid(x, x, x, indexing="ij")
    rng = np.random.default_rng(14)
    u = np.stack((np.sin(x) * np.cos(y) * np.cos(z), -np.cos(x) * np.sin(y) * np.cos(z), np.zeros_like(x)))
    return u + 0.01 * rng.standard_normal(u.shape)
