import numpy as np


def initialize(n, m, k, tile):
    rng = np.random.default_rng(42)
    return 1.5, 0.8, rng.random((n, k), dtype=np.float32), rng.random((k, m), dtype=np.float32), rng.random((n, m), dtype=np.float32), tile
