import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return rng.standard_normal((n, 3)), 0.3 * rng.standard_normal((n, 3)), rng.random(n) / n + 0.5 / n, steps, 0.01, 0.1
