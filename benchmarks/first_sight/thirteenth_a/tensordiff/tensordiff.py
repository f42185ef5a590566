import numpy as np


def initialize(n, m, steps):
    rng = np.random.default_rng(42)
    angle = rng.random((n, m))
    c, s = np.cos(angle), np.sin(angle)
    k = [c * c + 0.2 * s * s, 0.8 * c * s, s * s + 0.2 * c * c]
    return (rng.random((n, m), dtype=np.float32), *(a.astype(np.float32) for a in k), np.float32(0.15), steps)
