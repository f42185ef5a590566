import numpy as np


def initialize(n, size, cin, cout, k):
    rng = np.random.default_rng(42)
    return (rng.random((n, size, size, cin), dtype=np.float32), (rng.random((k, k, cin, cout), dtype=np.float32) - 0.5) / k,
            rng.random(cout, dtype=np.float32) - 0.5)
