import numpy as np


def initialize(N, K):
    rng = np.random.default_rng(42)
    B = rng.random((N, N))
    return (B + B.T) / N + np.diag(np.linspace(0.0, 4.0, N)), rng.standard_normal(N)
