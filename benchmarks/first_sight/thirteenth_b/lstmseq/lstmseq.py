import numpy as np


def initialize(T, n, d, hidden):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)
    zero = np.zeros((n, hidden), dtype=np.float32)
    x = rng.standard_normal((T, n, d)).astype(np.float32)
    return x, draw(d, 4 * hidden), draw(hidden, 4 * hidden), draw(4 * hidden), zero, zero.copy()
