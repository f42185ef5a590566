import numpy as np


def initialize(checks, degree, words):
    rng = np.random.default_rng(107)
    n = checks * degree // 3
    at = np.concatenate([rng.permutation(n) for _ in range(3)]).reshape(checks, degree)
    return 2.0 * (1.0 + 0.75 * rng.standard_normal((words, n))) / 0.5625, at
