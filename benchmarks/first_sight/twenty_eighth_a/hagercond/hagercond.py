import numpy as np


def initialize(n):
    """A matrix whose diagonal is strong in part only, graded from top to bottom."""
    rng = np.random.default_rng(2801)
    A = rng.standard_normal((n, n)) / np.sqrt(n) + np.diag(1.5 + np.arange(n) / n)
    return A * np.logspace(0.0, -3.0, n)[:, None]
