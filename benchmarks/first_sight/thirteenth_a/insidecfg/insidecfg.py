import numpy as np


def initialize(n, k):
    rng = np.random.default_rng(42)
    rules = rng.random((k, k, k))
    emit = rng.random((k, 5))
    total = rules.sum(axis=(1, 2)) + emit.sum(axis=1) * 8
    return rules * 2.0 / total[:, None, None], emit * 16.0 / total[:, None], rng.integers(0, 5, n)
