import numpy as np


def initialize(n, m):
    """Packed rows of a random matrix of bits; the last fifth of the rows are sums of others."""
    rng = np.random.default_rng(38)
    bits = rng.integers(0, 2, (n, m), dtype=np.uint8)
    for i in range(n - n // 5, n):
        bits[i] = bits[i - n // 2] ^ bits[i - n // 3] ^ bits[0]
    padded = np.zeros((n, -(-m // 64) * 64), dtype=np.uint8)
    padded[:, :m] = bits
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64), m
