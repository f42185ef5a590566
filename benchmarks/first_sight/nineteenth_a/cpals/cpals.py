import numpy as np


def initialize(i, j, k, rank):
    rng = np.random.default_rng(102)
    a, b, c = (rng.random((n, rank)) + 0.1 for n in (i, j, k))
    T = np.einsum("ir,jr,kr->ijk", a, b, c) + 0.01 * rng.standard_normal((i, j, k))
    return T, b + 0.3 * rng.random((j, rank)), c + 0.3 * rng.random((k, rank))
