import numpy as np


def initialize(n):
    rng = np.random.default_rng(2821)
    return (rng.random((n, 2)) + 0.3 * rng.standard_normal((n, 1)) * np.array([1.0, 0.4]),)
