import numpy as np


def initialize(n, edges):
    rng = np.random.default_rng(83)
    a, b = rng.integers(0, n, edges), rng.integers(0, n, edges)
    a, b = a[a != b], b[a != b]
    return np.concatenate((a, b)), np.concatenate((b, a)), rng.permutation(n)
