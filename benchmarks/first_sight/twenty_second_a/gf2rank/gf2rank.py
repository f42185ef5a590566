import numpy as np


def initialize(rows, columns):
    rng = np.random.default_rng(53)
    M = rng.integers(0, 2 ** 64, (rows, (columns + 63) // 64), dtype=np.uint64)
    M &= rng.integers(0, 2 ** 64, M.shape, dtype=np.uint64)
    for i in range(rows // 8):
        M[rows - 1 - i] = M[i] ^ M[2 * i + 1]
    return M
