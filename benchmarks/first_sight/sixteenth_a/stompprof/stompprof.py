import numpy as np


def initialize(n, w):
    rng = np.random.default_rng(23)
    t = np.arange(n)
    return np.sin(t / 7.0) + 0.5 * np.sin(t / 3.1) + 0.3 * rng.standard_normal(n), w
