import numpy as np


def initialize(nz, ny, nx):
    rng = np.random.default_rng(42)
    q = rng.random((nz, ny, nx))
    w = rng.standard_normal((nz + 1, ny, nx))
    w[0] = w[-1] = 0.0
    return q, w, 0.5 + rng.random(nz), 0.1
