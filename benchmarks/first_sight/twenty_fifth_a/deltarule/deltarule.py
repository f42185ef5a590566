import numpy as np


def initialize(heads, times, d):
    rng = np.random.default_rng(229)

    def draw(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    return draw(heads, times, d), draw(heads, times, d), draw(heads, times, d), draw(heads, times), draw(heads, times), draw(heads, d)
