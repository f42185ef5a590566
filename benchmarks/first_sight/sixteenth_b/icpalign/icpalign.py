import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(42)
    target = rng.standard_normal((m, 3)) * np.array([2.0, 1.0, 0.5])
    a, b = 0.15, -0.1
    R = np.array([[np.cos(a), -np.sin(a), 0.0], [np.sin(a), np.cos(a), 0.0], [0.0, 0.0, 1.0]])
    R = R @ np.array([[1.0, 0.0, 0.0], [0.0, np.cos(b), -np.sin(b)], [0.0, np.sin(b), np.cos(b)]])
    source = (target[rng.permutation(m)[:n]] - np.array([0.1, 0.05, -0.08])) @ R + 0.02 * rng.standard_normal((n, 3))
    return source, target
