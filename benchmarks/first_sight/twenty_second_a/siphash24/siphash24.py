import numpy as np


def initialize(n, words):
    rng = np.random.default_rng(54)
    return rng.integers(0, 2 ** 64, (n, words), dtype=np.uint64), rng.integers(0, 2 ** 64, 2, dtype=np.uint64)
