import numpy as np


def initialize(n, degree):
    """A directed graph by rows: edges mostly to places near by, some far away."""
    rng = np.random.default_rng(181)
    counts = rng.poisson(degree, n)
    start = np.concatenate([[0], np.cumsum(counts)])
    source = np.repeat(np.arange(n), counts)
    near = source + rng.integers(-6, 4, len(source))
    far = rng.integers(0, n, len(source))
    target = np.where(rng.random(len(source)) < 0.97, near, far) % n
    return start, target
