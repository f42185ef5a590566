import numpy as np


def initialize(batch, seq, dim):
    """Tokens and the weights of one block, the inner layer four times as wide."""
    rng = np.random.default_rng(3103)
    x = rng.standard_normal((batch, seq, dim), dtype=np.float32)
    w1 = rng.standard_normal((dim, 4 * dim), dtype=np.float32) / np.float32(np.sqrt(dim))
    w2 = rng.standard_normal((4 * dim, dim), dtype=np.float32) / np.float32(np.sqrt(4 * dim))
    b1, b2 = (0.1 * rng.standard_normal(k * dim, dtype=np.float32) for k in (4, 1))
    g1, g2 = (1.0 + 0.1 * rng.standard_normal(dim, dtype=np.float32) for _ in range(2))
    s1, s2 = (0.1 * rng.standard_normal(dim, dtype=np.float32) for _ in range(2))
    return x, w1, b1, w2, b2, g1, s1, g2, s2
