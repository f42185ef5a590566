import numpy as np


def initialize(nz, n):
    rng = np.random.default_rng(42)
    u = rng.standard_normal((nz, n, n)).astype(np.float32)
    v = rng.standard_normal((nz, n, n)).astype(np.float32)
    return u, v, np.zeros_like(u), np.zeros_like(v), np.float32(100.0), np.float32(0.17)
