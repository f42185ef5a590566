import numpy as np


def initialize(n, heads, t, d):
    rng = np.random.default_rng(42)
    q, k, v = (rng.standard_normal((n, heads, t, d)).astype(np.float32) for _ in range(3))
    return q, k, v, (0.3 * rng.standard_normal((heads, 2 * t - 1))).astype(np.float32)
