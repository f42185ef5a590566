import numpy as np


def initialize(keys, rank):
    """A square of polynomials of degree 255 modulo 3329, and small secrets and errors for each key."""
    rng = np.random.default_rng(3006)
    matrix = rng.integers(0, 3329, (rank, rank, 256))
    secret = rng.binomial(4, 0.5, (keys, rank, 256)) - 2
    return matrix, secret, rng.binomial(4, 0.5, (keys, rank, 256)) - 2
