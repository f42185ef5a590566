import numpy as np


def initialize(n, h, w, c, squeezed):
    rng = np.random.default_rng(10)
    x = rng.standard_normal((n, h, w, c), dtype=np.float32)
    gamma, beta = rng.random(c, dtype=np.float32) + np.float32(0.5), rng.standard_normal(c, dtype=np.float32)
    w1 = rng.standard_normal((c, squeezed), dtype=np.float32) / np.float32(np.sqrt(c))
    w2 = rng.standard_normal((squeezed, c), dtype=np.float32) / np.float32(np.sqrt(squeezed))
    return x, gamma, beta, w1, w2
