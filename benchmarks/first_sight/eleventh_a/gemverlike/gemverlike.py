import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    return rng.random((N, N)), *(rng.random(N) / N for _ in range(6)), np.zeros(N), np.zeros(N)
