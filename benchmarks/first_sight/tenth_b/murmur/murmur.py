import numpy as np


def initialize(rows, words):
    rng = np.random.default_rng(42)
    return rng.integers(0, 2**32, (rows, words), dtype=np.uint32), rng.integers(0, 2**32, 3, dtype=np.uint32)
