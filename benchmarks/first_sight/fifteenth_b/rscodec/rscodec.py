import numpy as np


def initialize(words, k, parity):
    rng = np.random.default_rng(42)
    errors = np.where(rng.random((words, k + parity)) < 0.01, rng.integers(0, 256, (words, k + parity)), 0)
    return rng.integers(0, 256, (words, k)), errors, parity
