import numpy as np


def initialize(n, m, steps):
    s = np.random.default_rng(42).standard_normal((n, m, 3))
    return s / np.linalg.norm(s, axis=2, keepdims=True), steps
