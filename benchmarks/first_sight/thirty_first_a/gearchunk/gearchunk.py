import numpy as np


def initialize(n):
    """Bytes in which some stretches come again, and a random word for each value of a byte."""
    rng = np.random.default_rng(3111)
    pool = rng.integers(0, 256, (12, n // 8), dtype=np.uint8)
    data = np.concatenate([pool[k, rng.integers(0, 50):] for k in rng.integers(0, 12, 12)])[:n]
    return data, rng.integers(0, 2 ** 32, 256, dtype=np.uint32)
