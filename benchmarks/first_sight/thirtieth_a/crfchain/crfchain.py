import numpy as np


def initialize(batch, longest, features, tags):
    """Sentences of several lengths with features of their words, their tags, and weights as they are at first."""
    rng = np.random.default_rng(3011)
    x = rng.standard_normal((batch, longest, features))
    gold = rng.integers(0, tags, (batch, longest))
    length = rng.integers(longest // 2, longest + 1, batch)
    return x, gold, length, 0.3 * rng.standard_normal((tags, features)), 0.5 * rng.standard_normal((tags, tags))
