import numpy as np


def initialize(n, side, k, cin, cout):
    rng = np.random.default_rng(10)
    x = rng.standard_normal((n, side, side, side, cin), dtype=np.float32)
    weights = rng.standard_normal((k, k, k, cin, cout), dtype=np.float32) / np.float32(np.sqrt(k ** 3 * cin))
    return x, weights, rng.standard_normal(cout, dtype=np.float32)
