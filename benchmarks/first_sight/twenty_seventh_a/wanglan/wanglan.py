import numpy as np


def initialize(n, draws):
    rng = np.random.default_rng(409)
    return rng.choice(np.array([-1, 1]), (n, n)), rng.integers(0, n * n, draws), rng.uniform(1e-9, 1.0, draws)
