import numpy as np


def initialize(n, p, rounds):
    rng = np.random.default_rng(42)
    X = rng.standard_normal((n, p))
    t = rng.exponential(size=n) * np.exp(-X @ np.linspace(-0.5, 0.8, p))
    return X[np.argsort(t)].copy(), rng.random(n) < 0.7, rounds
