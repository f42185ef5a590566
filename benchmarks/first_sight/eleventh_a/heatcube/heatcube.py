import numpy as np


def initialize(N, T):
    rng = np.random.default_rng(42)
    A = rng.random((N, N, N))
    return A, A.copy(), 0.05 + 0.1 * rng.random(N)
