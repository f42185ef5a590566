import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    return np.triu(rng.random((N, N))) / N + np.diag(1.0 + rng.random(N)), rng.random((N, M))
