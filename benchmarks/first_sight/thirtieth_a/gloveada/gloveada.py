import numpy as np


def initialize(words, pairs, size):
    """How often pairs of words stand together, and small vectors to begin with, in single precision."""
    rng = np.random.default_rng(3012)
    left, right = np.minimum(rng.geometric(4.0 / words, (2, pairs)), words) - 1
    count = rng.pareto(1.0, pairs) + 1.0
    draw = (rng.random((2, words, size)) - 0.5) / size
    return left, right, count.astype(np.float32), draw[0].astype(np.float32), draw[1].astype(np.float32)
