import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    return rng.integers(0, 256, n, dtype=np.uint8), 0x1021, 0x1D0F
