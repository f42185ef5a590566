import numpy as np


def initialize(n):
    rng = np.random.default_rng(117)
    y, x = np.meshgrid(np.linspace(0.0, 6.0, n), np.linspace(0.0, 6.0, n), indexing="ij")
    return (np.sin(x) * np.cos(1.3 * y) + 0.15 * rng.random((n, n))).astype(np.float32)
