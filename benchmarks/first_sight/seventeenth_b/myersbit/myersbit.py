import numpy as np


def initialize(patterns, text):
    rng = np.random.default_rng(42)
    letters = rng.integers(0, 4, text, dtype=np.uint8)
    lengths = rng.integers(20, 65, patterns)
    wanted = np.full((patterns, 64), 4, dtype=np.uint8)
    for k in range(patterns):
        start = rng.integers(0, text - 64)
        wanted[k, :lengths[k]] = letters[start:start + lengths[k]]
        wanted[k, rng.integers(0, lengths[k], 3)] = rng.integers(0, 4, 3)
    return letters, wanted, lengths
