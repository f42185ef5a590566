import numpy as np


def initialize(tokens, d, hidden, experts):
    rng = np.random.default_rng(42)
    x = rng.standard_normal((tokens, d))
    gate = rng.standard_normal((d, experts)) / np.sqrt(d)
    up = rng.standard_normal((experts, d, hidden)) / np.sqrt(d)
    down = rng.standard_normal((experts, hidden, d)) / np.sqrt(hidden)
    return x, gate, up, down
