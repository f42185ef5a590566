import numpy as np


def initialize(n, visible, hidden, batch, epochs):
    rng = np.random.default_rng(42)
    kinds = rng.random((6, visible)) < 0.4
    data = (kinds[rng.integers(0, 6, n)] ^ (rng.random((n, visible)) < 0.05)).astype(np.float32)
    w = (0.05 * rng.standard_normal((visible, hidden))).astype(np.float32)
    draws = rng.random((epochs, n, hidden), dtype=np.float32)
    return data, w, np.zeros(visible, np.float32), np.zeros(hidden, np.float32), draws, batch
