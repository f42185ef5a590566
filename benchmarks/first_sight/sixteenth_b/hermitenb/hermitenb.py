import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    m = rng.random(n) + 0.5
    m /= m.sum()
    x = rng.standard_normal((n, 3))
    v = 0.5 * rng.standard_normal((n, 3))
    return m, x, v, steps
