import numpy as np


def initialize(N, M):
    rng = np.random.default_rng(42)
    a = rng.integers(0, 4, N).astype(np.int32)
    b = rng.integers(0, 4, M).astype(np.int32)
    b[:N // 2] = a[N // 4:N // 4 + N // 2]
    return a, b
