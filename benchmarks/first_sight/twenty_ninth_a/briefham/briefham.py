import numpy as np


def initialize(n, places):
    """A picture in bytes, the same shifted and noisier, places in both, and 256 pairs of offsets."""
    rng = np.random.default_rng(2915)
    coarse = rng.integers(0, 256, (n // 4 + 2, n // 4 + 2))
    scene = np.repeat(np.repeat(coarse, 4, axis=0), 4, axis=1)[:n + 3, :n + 3] + rng.integers(-20, 21, (n + 3, n + 3))
    one = np.clip(scene[:n, :n], 0, 255).astype(np.uint8)
    two = np.clip(scene[2:n + 2, 3:n + 3] + rng.integers(-12, 13, (n, n)), 0, 255).astype(np.uint8)
    here = rng.integers(16, n - 16, (places, 2))
    there = np.concatenate((here[:places // 2] - np.array([2, 3]), rng.integers(16, n - 16, (places - places // 2, 2))))
    pattern = np.clip(np.rint(5.0 * rng.standard_normal((256, 4))), -11, 11).astype(np.int64)
    return one, two, here, there[rng.permutation(places)], pattern
