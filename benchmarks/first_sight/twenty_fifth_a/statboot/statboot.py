import numpy as np


def initialize(n, draws):
    rng = np.random.default_rng(239)
    returns = 0.0004 + 0.01 * rng.standard_normal(n) * (1.0 + 0.5 * np.sin(np.arange(n) / 40.0))
    return returns, rng.random((draws, n)), rng.integers(0, n, (draws, n)), 0.05
