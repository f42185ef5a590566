import numpy as np


def initialize(ny, nx):
    rng = np.random.default_rng(47)
    a, b = rng.random((2, ny, nx), dtype=np.float32)
    y, x = np.mgrid[0:ny, 0:nx]
    return a, b, (x + 0.3 * y < 0.6 * nx).astype(np.float32)
