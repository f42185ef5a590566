import numpy as np


def initialize(n, octaves):
    """A square of places, slightly turned, and the table that swaps the numbers below 256 around, twice."""
    perm = np.random.default_rng(3007).permutation(256).astype(np.int32)
    x, y = np.meshgrid(np.linspace(0.0, 6.0, n), np.linspace(0.0, 6.0, n), indexing="ij")
    x, y = 0.9 * x - 0.3 * y + 3.1, 0.3 * x + 0.9 * y - 1.7
    return x.astype(np.float32), y.astype(np.float32), np.concatenate((perm, perm)), octaves
