import numpy as np


def initialize(n, moves):
    rng = np.random.default_rng(1966)
    s = np.where(rng.random((n, n)) < 0.4, 1, -1).astype(np.int8)
    return s, rng.integers(0, n, (moves, 2)), rng.integers(0, 2, moves), rng.random(moves), 0.6
