import numpy as np


def initialize(T, n, m):
    rng = np.random.default_rng(42)
    F = 0.9 * np.linalg.qr(rng.standard_normal((n, n)))[0]
    return F, rng.standard_normal((m, n)), 0.1 * np.eye(n), 0.5 * np.eye(m), np.zeros(n), np.eye(n), rng.standard_normal((T, m))
