import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    p = 0.1 * rng.random((n, n, n), dtype=np.float32)
    c2 = 0.08 + 0.05 * rng.random((n, n, n), dtype=np.float32)
    return p, p * np.float32(0.98), c2, np.sin(np.arange(steps) * 0.4).astype(np.float32)
