import numpy as np


def initialize(rows, columns):
    rng = np.random.default_rng(42)
    y, x = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    return 30.0 + 0.05 * x + 4.0 * np.sin(0.3 * x) * np.cos(0.23 * y) + rng.random((rows, columns))
