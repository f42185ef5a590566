import numpy as np


def initialize(n, m):
    """Row i of system j: a[i, j] x[i - 1] + b[i, j] x[i] + c[i, j] x[i + 1] = d[i, j]."""
    rng = np.random.default_rng(42)
    a, c = -rng.random((n, m)), -rng.random((n, m))
    a[0] = 0.0
    c[-1] = 0.0
    return a, 2.1 + rng.random((n, m)), c, rng.standard_normal((n, m))
