import numpy as np


def initialize(count, degree):
    rng = np.random.default_rng(42)
    sizes = 1.0 + 0.4 * rng.random((count, degree))
    turns = (np.arange(degree) + 0.5 * rng.random((count, degree))) / degree
    roots = sizes * np.exp(2.0j * np.pi * turns)
    return np.array([np.poly(r) for r in roots])
