import numpy as np


def initialize(n):
    rng = np.random.default_rng(2400)
    t = np.exp(2j * np.pi * np.arange(n) / n)
    s = np.exp(2j * np.pi * (np.arange(n) + 0.5) / n)
    G = rng.standard_normal((n, 2)) + 1j * rng.standard_normal((n, 2))
    B = rng.standard_normal((2, n)) + 1j * rng.standard_normal((2, n))
    return t, s, G, B, rng.standard_normal(n) + 0j
