import numpy as np


def initialize(steps, n, codes, width):
    """Batches of vectors in clouds that drift, and a book of which half lies far from all of them."""
    rng = np.random.default_rng(2909)
    middles = 2.0 * rng.standard_normal((codes, width))
    which = rng.integers(0, codes, (steps, n))
    z = middles[which] + 0.3 * rng.standard_normal((steps, n, width)) + 0.02 * np.arange(steps)[:, None, None]
    book = rng.standard_normal((codes, width))
    book[codes // 2:] += 12.0
    return z, book
