import numpy as np


def initialize(n, d, classes, size, epochs):
    rng = np.random.default_rng(42)
    x, labels = rng.standard_normal((n, d)), rng.integers(0, classes, n)
    return x, labels, rng.permutation(n), 0.1 * rng.standard_normal((d, classes)), size, epochs
