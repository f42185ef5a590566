import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return rng.random(n * (n + 1) // 2, dtype=np.float32), rng.random(n, dtype=np.float32), steps
