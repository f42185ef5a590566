import numpy as np


def initialize(n, size, c1, c2, hidden):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)
    side = ((size - 4) // 2 - 4) // 2
    return (rng.standard_normal((n, 1, size, size)).astype(np.float32), draw(c1, 1, 5, 5), draw(c1), draw(c2, c1, 5, 5), draw(c2),
            draw(hidden, c2 * side * side), draw(hidden), draw(10, hidden), draw(10))
