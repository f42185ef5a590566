import numpy as np


def initialize(n):
    rng = np.random.default_rng(24)
    left, _ = np.linalg.qr(rng.standard_normal((n + n // 2, n)))
    right, _ = np.linalg.qr(rng.standard_normal((n, n)))
    return left @ (np.geomspace(1.0, 1e-3, n)[:, None] * right), 2e-4
