import numpy as np


def initialize(m, n):
    rng = np.random.default_rng(42)
    return (rng.standard_normal((m, n)) * (0.2 + rng.random(n)),)
