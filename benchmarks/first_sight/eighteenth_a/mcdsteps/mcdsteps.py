import numpy as np


def initialize(n, d):
    rng = np.random.default_rng(16)
    X = rng.standard_normal((n, d)) @ rng.standard_normal((d, d))
    X[: n // 5] += 6.0 * rng.standard_normal(d) + 2.0
    return X[rng.permutation(n)], rng.permutation(n)[: 4 * d]
