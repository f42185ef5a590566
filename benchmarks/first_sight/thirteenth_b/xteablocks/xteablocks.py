import numpy as np


def initialize(n, rounds):
    rng = np.random.default_rng(42)
    return rng.integers(0, 2**32, (n, 2), dtype=np.uint32), rng.integers(0, 2**32, 4, dtype=np.uint32), rounds, 0x1234ABCD
