import numpy as np


def initialize(blocks, size):
    rng = np.random.default_rng(42)
    n = blocks * size
    loud = 3.0 + 60.0 * np.abs(np.sin(np.arange(n) / 211.0))
    return np.cumsum(np.rint(loud * rng.standard_normal(n))).astype(np.int64), size
