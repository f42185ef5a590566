import numpy as np


def initialize(times, batch, symbols, length):
    rng = np.random.default_rng(97)
    logits = rng.standard_normal((times, batch, symbols))
    labels = rng.integers(1, symbols, (batch, length))
    return logits, labels, rng.integers(length // 2, length + 1, batch)
