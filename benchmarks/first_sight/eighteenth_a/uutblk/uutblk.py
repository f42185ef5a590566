import numpy as np


def initialize(n, b):
    rng = np.random.default_rng(8)
    G = rng.standard_normal((n, n))
    return G @ G.T / n + np.eye(n)
