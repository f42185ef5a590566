import numpy as np


def initialize(n, patterns, length):
    rng = np.random.default_rng(42)
    text = rng.integers(1, 5, n + 1, dtype=np.int64)
    text[n] = 0
    first = rng.integers(0, n - length, patterns)
    wanted = text[first[:, None] + np.arange(length)]
    wanted[::3, 0] = rng.integers(1, 5, wanted[::3].shape[0])
    return text, wanted
