import numpy as np


def initialize(n):
    """Two crowds with few and weak links between them."""
    rng = np.random.default_rng(2809)
    crowd = rng.permutation(np.arange(n) % 5 < 2)
    same = crowd[:, None] == crowd
    W = np.triu(np.where(same, rng.integers(5, 60, (n, n)), rng.integers(0, 3, (n, n))), 1)
    return (W + W.T,)
