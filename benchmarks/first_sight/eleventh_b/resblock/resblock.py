import numpy as np


def initialize(n, size, c, mid):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[:-1]))).astype(np.float32)
    return rng.standard_normal((n, size, size, c)).astype(np.float32), draw(c, mid), draw(3, 3, mid, mid), draw(mid, c)
