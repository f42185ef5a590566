import numpy as np


def initialize(nz, ny, nx):
    rng = np.random.default_rng(42)
    q = rng.random((nz, ny, nx), dtype=np.float32)
    strength = 0.02 + 0.02 * rng.random((nz, ny, nx), dtype=np.float32)
    return q, strength, np.zeros_like(q)
