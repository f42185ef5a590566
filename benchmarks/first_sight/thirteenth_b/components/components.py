import numpy as np


def initialize(n, edges):
    rng = np.random.default_rng(42)
    return rng.integers(0, n, edges), rng.integers(0, n, edges), n
