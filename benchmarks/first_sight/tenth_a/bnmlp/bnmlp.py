import numpy as np


def initialize(B, D, L, C):
    rng = np.random.default_rng(42)
    return (rng.standard_normal((B, D)).astype(np.float32), (rng.standard_normal((L, D, D)) / np.sqrt(D)).astype(np.float32),
            rng.random((L, D)).astype(np.float32), rng.random((L, D)).astype(np.float32),
            (rng.standard_normal((D, C)) / np.sqrt(D)).astype(np.float32), rng.integers(0, C, B))
