import numpy as np


def initialize(rows, n):
    rng = np.random.default_rng(72)
    y = np.linspace(0.0, 3.0, n) ** 2 / 3.0 + rng.standard_normal((rows, n)) * rng.uniform(0.3, 1.5, (rows, 1))
    return y, rng.uniform(0.5, 2.0, n)
