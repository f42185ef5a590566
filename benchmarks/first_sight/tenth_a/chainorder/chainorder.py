import numpy as np


def initialize(N):
    return np.random.default_rng(42).random(N + 1) + 0.5
