import numpy as np


def initialize(tokens, d, hidden):
    rng = np.random.default_rng(223)

    def draw(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    x, target = draw(tokens, d), draw(tokens, d)
    w1, w3 = draw(d, hidden) / np.float32(d ** 0.5), draw(d, hidden) / np.float32(d ** 0.5)
    return x, target, np.ones(d, np.float32), w1, w3, draw(hidden, d) / np.float32(hidden ** 0.5), np.float32(0.1)
