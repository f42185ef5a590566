import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    U = np.triu(rng.random((N, N))) / N + np.eye(N)
    return U.astype(np.float32), rng.random((N, M)).astype(np.float32)
