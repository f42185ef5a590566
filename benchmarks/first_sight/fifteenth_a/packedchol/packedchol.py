import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    M = rng.standard_normal((n, n))
    A = M @ M.T + n * np.eye(n)
    return np.concatenate([A[j:, j] for j in range(n)]), n
