import numpy as np


def initialize(n, sweeps):
    rng = np.random.default_rng(21)
    words = rng.integers(0, 1 << 63, (sweeps, 2, 2, n, n // 2), dtype=np.uint64) << np.uint64(1)
    words |= rng.integers(0, 2, words.shape, dtype=np.uint64)
    spins = rng.integers(0, 1 << 63, (n, n), dtype=np.uint64)
    return spins, words
