import numpy as np


def initialize(n, size, c1, c2, hidden, classes):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[:-1]))).astype(np.float32)
    side = ((size - 2) // 2 - 2) // 2
    return (rng.random((n, size, size, 3), dtype=np.float32), draw(3, 3, 3, c1), draw(c1), draw(3, 3, c1, c2), draw(c2),
            draw(side * side * c2, hidden), draw(hidden), draw(hidden, classes), draw(classes))
