import numpy as np


def initialize(n, steps):
    h = np.float32(2.0 / n)
    c = (np.arange(n, dtype=np.float32) + np.float32(0.5)) * h - np.float32(1.0)
    x, y = np.meshgrid(c, c, indexing="ij")
    angle = np.arctan2(y, x)
    phi = np.sqrt(x * x + y * y) - np.float32(0.5) - np.float32(0.2) * np.cos(np.float32(5.0) * angle)
    return phi.astype(np.float32), h, np.float32(0.2) * h * h, steps
