import numpy as np


def initialize(blocks):
    rng = np.random.default_rng(42)
    data = rng.integers(0, 256, (blocks, 16), dtype=np.uint8)
    return data, rng.integers(0, 256, 16, dtype=np.uint8), rng.integers(0, 256, 8, dtype=np.uint8)
