import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    return (rng.uniform(60.0, 140.0, n), rng.uniform(60.0, 140.0, n), rng.uniform(0.05, 2.0, n), rng.uniform(0.1, 0.6, n),
            rng.random(n) < 0.5)
