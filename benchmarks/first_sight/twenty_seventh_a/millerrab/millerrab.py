import numpy as np


def initialize(count):
    rng = np.random.default_rng(353)
    return (rng.integers(2 ** 30, 2 ** 32, count, dtype=np.uint64) | np.uint64(1),)
