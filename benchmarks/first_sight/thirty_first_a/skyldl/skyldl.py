import numpy as np


def initialize(n, reach):
    """First columns of the rows of a stiffness matrix, its entries row after row up to the diagonal, and two loads."""
    rng = np.random.default_rng(3114)
    first = np.maximum(np.arange(n) - rng.integers(0, reach + 1, n), 0)
    sizes = np.arange(n) - first + 1
    values = 0.5 * rng.standard_normal(sizes.sum())
    values[np.cumsum(sizes) - 1] = np.where(rng.random(n) < 0.05, -1.0, 1.0) * (reach + rng.random(n))
    return first, values, rng.standard_normal((n, 2))
