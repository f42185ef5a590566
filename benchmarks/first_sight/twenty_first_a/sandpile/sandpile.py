import numpy as np


def initialize(n):
    sand = np.random.default_rng(9).integers(0, 4, (n, n), dtype=np.int32)
    sand[n // 2 - 1:n // 2 + 2, n // 3:n // 3 + 2] += np.int32(2 * n)
    return sand
