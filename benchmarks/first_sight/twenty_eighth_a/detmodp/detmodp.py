import numpy as np


def initialize(n):
    """Integers of which the last rows are sums of others modulo the least prime only."""
    rng = np.random.default_rng(2802)
    A = rng.integers(-1000000, 1000000, (n, n))
    A[n - 2] = A[0] + A[1] + 101 * rng.integers(0, 1000, n)
    A[n // 2, :2] = 0
    A[0, 0] = 0
    return A, np.array([2147483647, 998244353, 1000003, 101])
