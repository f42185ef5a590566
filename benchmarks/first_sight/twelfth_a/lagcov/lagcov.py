import numpy as np


def initialize(T, m, K):
    return np.cumsum(np.random.default_rng(42).standard_normal((T, m)), axis=0) * 0.05, K
