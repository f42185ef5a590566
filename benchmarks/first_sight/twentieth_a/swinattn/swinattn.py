import numpy as np


def initialize(side, window, heads, depth):
    rng = np.random.default_rng(11)
    c = heads * depth
    x = rng.standard_normal((side, side, c), dtype=np.float32)
    wqkv = rng.standard_normal((c, 3 * c), dtype=np.float32) / np.float32(np.sqrt(c))
    wout = rng.standard_normal((c, c), dtype=np.float32) / np.float32(np.sqrt(c))
    return x, wqkv, wout, rng.standard_normal(((2 * window - 1) ** 2, heads), dtype=np.float32)
