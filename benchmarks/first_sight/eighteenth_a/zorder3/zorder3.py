import numpy as np


def initialize(n, bits):
    rng = np.random.default_rng(20)
    return rng.integers(0, 1 << bits, (n, 3), dtype=np.uint32)
