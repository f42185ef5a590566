import numpy as np


def initialize(n, t, c, layers):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(c)).astype(np.float32)
    return draw(n, t, c), draw(layers, c, 2 * c), draw(layers, c, 2 * c), draw(layers, 2 * c), draw(layers, c, c)
