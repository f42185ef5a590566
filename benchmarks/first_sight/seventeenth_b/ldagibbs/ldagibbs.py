import numpy as np


def initialize(docs, words, topics, tokens, sweeps):
    rng = np.random.default_rng(42)
    doc = np.sort(rng.integers(0, docs, tokens))
    word = (doc * 7 % 5 * (words // 5) + rng.integers(0, words // 3, tokens)) % words
    return doc, word, rng.integers(0, topics, tokens), rng.random((sweeps, tokens)), docs, words, topics
