import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    side = int(np.ceil(np.sqrt(n)))
    i, j = np.divmod(np.arange(n), side)
    x = 0.9 + 1.75 * j + 0.15 * rng.standard_normal(n)
    y = 0.9 + 1.75 * i + 0.15 * rng.standard_normal(n)
    v = rng.standard_normal((2, n))
    return x, y, v[0].copy(), v[1].copy(), rng.uniform(0.7, 1.0, n), 1.75 * side + 0.1, 1.75 * side + 4.0, steps
