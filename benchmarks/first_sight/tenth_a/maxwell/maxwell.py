import numpy as np


def initialize(N, T):
    rng = np.random.default_rng(42)
    return tuple(rng.standard_normal((N, N, N)) for _ in range(6))
