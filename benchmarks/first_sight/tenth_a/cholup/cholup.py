import numpy as np


def initialize(N, K):
    rng = np.random.default_rng(42)
    return np.tril(rng.random((N, N))) + np.diag(N + rng.random(N)), rng.standard_normal((K, N))
