import numpy as np


def initialize(docs, words, hashes):
    """Texts as numbers of words, every fourth one a copy of its neighbour with some words changed."""
    rng = np.random.default_rng(3003)
    text = rng.zipf(1.3, (docs, words)) % 50000
    changed = rng.random((docs, words)) < 0.03
    text[1::4] = np.where(changed[1::4], text[1::4], text[:-1:4][:len(text[1::4])])
    odd = rng.integers(0, 2 ** 63, (2, hashes), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    return text.astype(np.uint64), odd[0], odd[1]
