import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    return tuple((rng.standard_normal((N, N)) + 1j * rng.standard_normal((N, N))) / np.sqrt(N) for _ in range(4))
