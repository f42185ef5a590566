import numpy as np


def initialize(n, k):
    rng = np.random.default_rng(42)
    A = rng.random((n, k)) + 1j * rng.random((n, k))
    C = rng.random((n, n)) + 1j * rng.random((n, n))
    return 0.7, 1.1, A, C + C.conj().T
