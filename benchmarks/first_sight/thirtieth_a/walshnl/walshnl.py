import numpy as np


def initialize(boxes, bits):
    """Tables that swap numbers of some bits around, by chance, the first by a cube."""
    rng = np.random.default_rng(3004)
    size = 1 << bits
    tables = np.argsort(rng.random((boxes, size)), axis=1)
    tables[0] = np.arange(size) ** 3 % (size + 1) % size
    return (tables.astype(np.int32),)
