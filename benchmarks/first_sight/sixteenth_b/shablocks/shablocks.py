import numpy as np


def initialize(n, blocks):
    rng = np.random.default_rng(42)
    words = rng.integers(0, 2**32, (n, blocks, 16), dtype=np.uint32)
    primes = [p for p in range(2, 312) if all(p % q for q in range(2, int(p**0.5) + 1))]
    table = np.array([int((p ** (1 / 3) % 1.0) * 2**32) for p in primes[:64]], dtype=np.uint32)
    start = np.array([int((p**0.5 % 1.0) * 2**32) for p in primes[:8]], dtype=np.uint32)
    return words, table, start
