import numpy as np


def initialize(T, m):
    rng = np.random.default_rng(42)
    return rng.standard_normal((T, m)) @ rng.random((m, m)) + rng.random(m)
