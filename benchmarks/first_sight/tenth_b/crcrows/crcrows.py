import numpy as np


def initialize(packets, length):
    rng = np.random.default_rng(42)
    return rng.integers(0, 256, (packets, length), dtype=np.uint8)
