import numpy as np


def initialize(n, w):
    rng = np.random.default_rng(42)
    ab = -rng.random((w + 1, n)) / w
    ab[0] = 2.5 + rng.random(n)
    for d in range(1, w + 1):
        ab[d, n - d:] = 0.0
    return ab, rng.random(n)
