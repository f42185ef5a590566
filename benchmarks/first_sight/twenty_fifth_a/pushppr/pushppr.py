import numpy as np


def initialize(n, per_node):
    rng = np.random.default_rng(269)
    degree = 1 + rng.poisson(per_node - 1, n)
    start = np.concatenate(([0], np.cumsum(degree)))
    target = (n * rng.random(start[-1]) ** 1.7).astype(np.int64)
    return start, target, n // 3, 0.15, 1e-4 / n
