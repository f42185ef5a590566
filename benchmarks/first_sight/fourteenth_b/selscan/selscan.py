import numpy as np


def initialize(batch, T, D, N):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return rng.standard_normal(shape).astype(np.float32)
    small = np.float32(1.0 / np.sqrt(D))
    A = -np.tile(np.arange(1, N + 1, dtype=np.float32), (D, 1))
    return draw(batch, T, D), draw(batch, T, D), draw(D, D) * small, draw(D) - 2, A, draw(D, N) * small, draw(D, N) * small, draw(D)
