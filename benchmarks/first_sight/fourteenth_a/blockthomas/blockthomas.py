import numpy as np


def initialize(count, m):
    """Row i of blocks: A[i] x[i - 1] + B[i] x[i] + C[i] x[i + 1] = d[i]."""
    rng = np.random.default_rng(42)
    A, B, C = 0.3 * rng.standard_normal((3, count, m, m)) / np.sqrt(m)
    return A, B + 1.5 * np.eye(m), C, rng.standard_normal((count, m))
