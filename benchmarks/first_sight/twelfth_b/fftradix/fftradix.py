import numpy as np


def initialize(R, K):
    rng = np.random.default_rng(42)
    return rng.random(R**K) + 1j * rng.random(R**K), R, K
