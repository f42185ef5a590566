import numpy as np


def initialize(n):
    rng = np.random.default_rng(7)
    z, y, x = np.mgrid[0:n, 0:n, 0:n].astype(np.float32) - np.float32(0.5 * n)
    p = (np.exp(-(x * x + y * y + z * z) / np.float32(8.0)) + 0.01 * rng.random((n, n, n))).astype(np.float32)
    speed2 = rng.uniform(0.05, 0.12, (n, n, n)).astype(np.float32)
    epsilon = rng.uniform(0.1, 0.2, (n, n, n)).astype(np.float32)
    return p, p.copy(), p.copy(), p.copy(), speed2, epsilon, (0.5 * epsilon).astype(np.float32)
