import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    return 10.0 * rng.random((n, 2)), rng.standard_normal((n, 2)), 10.0, steps
