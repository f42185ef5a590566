import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    B = rng.random((N, N))
    return B @ B.T + N * np.eye(N), rng.random(N)
