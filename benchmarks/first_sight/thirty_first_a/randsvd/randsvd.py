import numpy as np


def initialize(m, n, k):
    """A matrix whose singular values fall off, a random matrix for the sketch and the rank that is wanted."""
    rng = np.random.default_rng(3104)
    r = 3 * k
    left, right = rng.standard_normal((m, r)), rng.standard_normal((r, n))
    A = (left * 0.7 ** np.arange(r)) @ right / np.sqrt(m * n) + 1.0e-5 * rng.standard_normal((m, n))
    return A, rng.standard_normal((n, k + 8)), k
