import numpy as np


def initialize(rows, columns):
    """A plan exists, and so does one of the dual."""
    rng = np.random.default_rng(367)
    A = rng.standard_normal((rows, columns))
    return A, A @ rng.uniform(0.5, 2.0, columns), A.T @ rng.standard_normal(rows) + rng.uniform(0.1, 1.0, columns)
