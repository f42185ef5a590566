import numpy as np


def initialize(tokens, words, dim, window, negatives):
    rng = np.random.default_rng(42)
    text = (np.cumsum(rng.integers(-3, 4, tokens)) + rng.integers(0, 5, tokens)) % words
    inner = ((rng.random((words, dim)) - 0.5) / dim).astype(np.float32)
    outer = (0.1 * rng.standard_normal((words, dim))).astype(np.float32)
    return text, rng.integers(0, words, (tokens, negatives)), inner, outer, window
