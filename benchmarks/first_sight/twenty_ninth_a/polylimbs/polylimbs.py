import numpy as np


def initialize(lanes, blocks):
    """Messages of whole blocks in bytes, one row each, and one-time keys of 32 bytes."""
    rng = np.random.default_rng(2917)
    return rng.integers(0, 256, (lanes, 16 * blocks), dtype=np.uint8), rng.integers(0, 256, (lanes, 32), dtype=np.uint8)
