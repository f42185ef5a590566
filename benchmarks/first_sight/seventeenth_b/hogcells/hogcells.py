import numpy as np


def initialize(rows, columns, cell, bins):
    rng = np.random.default_rng(42)
    y, x = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    image = 0.5 + 0.3 * np.sin(0.13 * x + 0.002 * y * y) + 0.1 * (np.hypot(y - 30, x - 40) < 20) + 0.05 * rng.random((rows, columns))
    return image.astype(np.float32), cell, bins
