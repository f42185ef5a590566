import numpy as np


def initialize(n, rows, columns):
    """Data whose directions matter very differently, and what weights of low rank make of them."""
    rng = np.random.default_rng(2906)
    X = rng.standard_normal((n, rows)) * np.logspace(0.0, -1.0, rows)
    truth = rng.standard_normal((rows, 3)) @ rng.standard_normal((3, columns))
    return X, X @ truth + 0.05 * rng.standard_normal((n, columns))
