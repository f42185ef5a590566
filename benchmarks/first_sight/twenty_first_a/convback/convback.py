import numpy as np


def initialize(n, side, k, cin, cout, stride):
    rng = np.random.default_rng(11)
    out = (side - k) // stride + 1
    x = rng.standard_normal((n, side, side, cin), dtype=np.float32)
    dy = rng.standard_normal((n, out, out, cout), dtype=np.float32)
    weights = rng.standard_normal((k, k, cin, cout), dtype=np.float32) * np.float32(0.1)
    return x, dy, weights, np.zeros_like(weights), np.zeros(cout, dtype=np.float32)
