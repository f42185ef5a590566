import numpy as np


def initialize(n, c, o, h):
    rng = np.random.default_rng(10)
    x = rng.standard_normal((n, c, h, h), dtype=np.float32)
    w = rng.standard_normal((o, c, 3, 3), dtype=np.float32) * np.float32(0.3)
    return x, w, rng.standard_normal(o, dtype=np.float32), np.zeros((n, o, h - 2, h - 2), dtype=np.float32)
