import numpy as np


def initialize(n, k, m, o):
    rng = np.random.default_rng(13)
    x = rng.standard_normal((n, k), dtype=np.float32)
    w1 = rng.integers(-127, 128, (k, m)).astype(np.int8)
    w2 = rng.integers(-127, 128, (m, o)).astype(np.int8)
    b1 = rng.integers(-3000, 3000, m).astype(np.int32)
    multiplier = rng.integers(1 << 29, 1 << 30, m).astype(np.int32)
    return x, w1, b1, multiplier, w2, rng.integers(-3000, 3000, o).astype(np.int32)
